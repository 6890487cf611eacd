/**
 * By path: how old an answer may be when it is sold, in seconds, and how its strings begin. Generated from the registry:
 * UPDATE_GOLDEN=1 node launch.mjs test test/client/sold-strings.test.ts
 */
export const SOLD_STRINGS: Readonly<Record<string, readonly [seconds: number, ...starts: string[]]>> = {}
