/** The first of `main2`, `main3`, ... (for `main2`: `main3`, ...) that is not taken. */
export function freshName(name: string, taken: (name: string) => boolean): string {
  const [, stem = name, digits] = /^(.*\D)(\d{1,6})$/s.exec(name) ?? [];
  const base = /^\d*$/.test(stem) ? `${name}_` : stem;
  for (let n = digits === undefined ? 2 : Number(digits) + 1; ; n++)
    if (!taken(`${base}${n}`)) return `${base}${n}`;
}
