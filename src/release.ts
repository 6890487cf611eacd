/** This release, as it stands in `package.json`, answers and the store. */
export const VERSION = '0.1.0'

/** Who wrote it, as the store says. */
export const WRITTEN_BY = `claros/${VERSION}`
