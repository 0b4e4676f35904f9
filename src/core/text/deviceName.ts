/**
 * Whether Windows keeps a name for a device, whatever ending a file has: none can be written there as `con.json`. A folder of games is taken
 * along to other systems. @param name in small letters
 */
export const isDeviceName = (name: string): boolean => /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(name);
