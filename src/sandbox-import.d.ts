/** See scripts/sandboxPlugin.ts. */
declare module "*?sandbox" {
  const code: string;
  export default code;
}
declare module "*?page" {
  const code: string;
  export default code;
}
