/** Files of lines by name. */
export declare const pageLines: Readonly<Record<string, string>>;
export declare const nodeLines: Readonly<Record<string, string>>;
