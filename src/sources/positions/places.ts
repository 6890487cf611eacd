import { cftc } from './cftc.ts'
import { cftcText } from './cftc-text.ts'
import type { CotSource } from './cot.ts'

/** Where the reports are read, the first to be believed first. */
export const COT_SOURCES: readonly CotSource[] = [cftc, cftcText]
