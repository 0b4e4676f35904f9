export default { id: "over", type: "final" } as const;
