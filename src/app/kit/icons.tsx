/** The few drawings of the shell, 16 by 16, in the text's colour. */
const paths = {
  chevron: "m4 6 4 4 4-4",
  sun: "M8 5.2A2.8 2.8 0 1 0 8 10.8 2.8 2.8 0 0 0 8 5.2ZM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3.1 3.1l1.1 1.1M11.8 11.8l1.1 1.1M12.9 3.1l-1.1 1.1M4.2 11.8l-1.1 1.1",
  moon: "M13.2 9.6A5.6 5.6 0 1 1 6.4 2.8a4.6 4.6 0 0 0 6.8 6.8Z",
  undo: "M6 3 2.8 6.2 6 9.4M3 6.2h6.2a3.6 3.6 0 0 1 0 7.2H6",
  redo: "m10 3 3.2 3.2L10 9.4M13 6.2H6.8a3.6 3.6 0 0 0 0 7.2H10",
  left: "M2.5 3.5h11v9h-11zM6 3.5v9",
  right: "M2.5 3.5h11v9h-11zM10 3.5v9",
  bottom: "M2.5 3.5h11v9h-11zM2.5 9.5h11",
  close: "m4 4 8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
  globe:
    "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM2 8h12M8 1.8c2 2 2.6 4 2.6 6.2S10 12.2 8 14.2C6 12.2 5.4 10.2 5.4 8S6 3.8 8 1.8Z",
  first: "M12 3.5 6.5 8l5.5 4.5ZM4.2 3.5v9",
  back: "M11 3.5 5.5 8 11 12.5Z",
  forward: "M5 3.5 10.5 8 5 12.5Z",
  last: "M4 3.5 9.5 8 4 12.5ZM11.8 3.5v9",
  into: "M2.5 8h6M6 5.2 8.8 8 6 10.8M12.6 8h.01",
  intoBack: "M13.5 8h-6M10 5.2 7.2 8l2.800 2.800M3.4 8h.01",
  out: "M8 11.500V3.5M5 6.5l3-3 3 3M3 13.500h10",
  decision:
    "M1.500 8h4.800M4.300 5.800 6.500 8l-2.200 2.200M11.400 3.500a1.800 1.800 0 1 0 0 3.600 1.800 1.800 0 0 0 0-3.600ZM8.400 13c0-2.100 1.300-3.400 3-3.400s3 1.300 3 3.400",
  breakpoint:
    "M1.500 8h5.500M4.800 5.600 7.200 8l-2.400 2.400M11.800 5.400a2.600 2.600 0 1 0 0 5.200 2.600 2.600 0 0 0 0-5.200Z",
  stop: "M4.500 4.500h7v7h-7z",
  trash: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5",
  play: "M5 3.2v9.600L12.5 8Z",
  check: "m3.5 8.5 3 3 6-7",
  inspect:
    "M2 8s2.2-4 6-4 6 4 6 4-2.2 4-6 4-6-4-6-4ZM8 6.300A1.700 1.700 0 1 0 8 9.700 1.700 1.700 0 0 0 8 6.300Z",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.3 10.3l3.2 3.2",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
