/** This release, as it stands in `package.json`, answers and the store. */
export const RELEASE = '0.1.0'
