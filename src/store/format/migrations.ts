import { FIRST_TO_SECOND } from './first-to-second.ts'
import type { Migration } from './migration.ts'

/**
 * Every step there is, in order. A new one is added at the end, and none is ever changed or removed: a store of any age
 * may come. The format of this release is that of the last step.
 */
export const MIGRATIONS: readonly Migration[] = [FIRST_TO_SECOND]

/** The format before the first step: a store whose key of the format was never written has it. */
export const FIRST_FORMAT = 1

export const formatAfter = (migrations: readonly Migration[]): number => migrations.at(-1)?.to ?? FIRST_FORMAT
