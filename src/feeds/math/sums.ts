export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Not a number where there are none. */
export const mean = (values: readonly number[]): number => sum(values) / values.length
