import type { FixingSource } from '../market.ts'
import { bankOfCanada } from './bank-of-canada.ts'
import { bankOfEngland } from './bank-of-england.ts'
import { cnb } from './cnb.ts'
import { ecb } from './ecb.ts'
import { norgesBank } from './norges-bank.ts'
import { rba } from './rba.ts'

/** All central banks whose daily rates are read. */
export const FIXING_SOURCES: readonly FixingSource[] = [ecb, bankOfCanada, bankOfEngland, rba, norgesBank, cnb]

/**
 * The origin of each bank's rates, by source name. Banks with the same origin count once in a quorum or a median:
 * Norges Bank and the CNB take their rates from the ECB's concertation at 14:15, so their three tables are one
 * observation.
 */
export const OPINION: Readonly<Record<string, string>> = {
  ecb: 'ecb',
  norgesbank: 'ecb',
  cnb: 'ecb',
  bankofcanada: 'bankofcanada',
  bankofengland: 'bankofengland',
  rba: 'rba',
}
