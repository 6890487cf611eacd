import type { FixingSource } from '../market.ts'
import { bankOfCanada } from './bank-of-canada.ts'
import { bankOfEngland } from './bank-of-england.ts'
import { cnb } from './cnb.ts'
import { ecb } from './ecb.ts'
import { norgesBank } from './norges-bank.ts'
import { rba } from './rba.ts'

/** Every central bank whose daily rates are read. */
export const FIXING_SOURCES: readonly FixingSource[] = [ecb, bankOfCanada, bankOfEngland, rba, norgesBank, cnb]

/**
 * Whose observation of the market a bank's rates are, by source name. Banks of one opinion count once in a quorum or a
 * median: Norges Bank and the CNB take their rates off the ECB's 14:15 concertation, so three tables that agree to the
 * last digit are still one witness.
 */
export const OPINION: Readonly<Record<string, string>> = {
  ecb: 'ecb',
  norgesbank: 'ecb',
  cnb: 'ecb',
  bankofcanada: 'bankofcanada',
  bankofengland: 'bankofengland',
  rba: 'rba',
}
