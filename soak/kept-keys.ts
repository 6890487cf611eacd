/** Kinds of keys that may stay for ever or grow during a run, and why. Whatever is not here and grows is a leak. */
export const DEFINITIONS: Readonly<Record<string, string>> = {}
