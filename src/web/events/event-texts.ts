import { grouped } from '../parts/texts.ts'
import type { ListedEvent } from '../wire/events.ts'

/** `BTCUSD` as `BTC/USD`, `BTCUSDVWAP` as `BTC/USD VWAP`. */
export const pairText = (pair: string): string =>
  pair.replace(
    /^(\w{3,4})(USD|EUR|JPY)(VWAP)?$/,
    (_, a: string, b: string, vwap?: string) => `${a}/${b}${vwap ? ' VWAP' : ''}`,
  )

/** What an event is about, in a line. */
export const eventTitle = ({ label, pair, strike, direction, eventid }: ListedEvent): string => {
  if (label !== undefined && label !== '') return label
  return pair !== null && strike !== undefined
    ? `${pairText(pair)} at or ${direction ?? 'beyond'} ${grouped(String(strike))}`
    : eventid
}

/** Where an event is in its life. */
export type LifeStage = 'open' | 'maturing' | 'attested'

/** @param now Unix milliseconds */
export const stateOf = ({ settled, maturityTs }: ListedEvent, now: number): LifeStage =>
  settled ? 'attested' : maturityTs * 1000 <= now ? 'maturing' : 'open'

export const STATE_TAGS: Readonly<Record<LifeStage, string>> = { open: '', maturing: 'soon', attested: 'ok' }
