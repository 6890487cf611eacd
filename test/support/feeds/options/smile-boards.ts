import type { OptionState } from '../../../../src/feeds/boards/option-state.ts'
import { fittedIv } from '../../../../src/feeds/math/svi-fit.ts'
import type { Svi } from '../../../../src/feeds/math/svi.ts'
import { type KeptOption, keptExpiries } from '../../../../src/feeds/options/kept/kept-option.ts'
import { yearsTo } from '../../../../src/feeds/options/kept/years.ts'
import type { States } from '../market.ts'

/** Option boards whose quotes lie on curves that the test knows. */

/** One expiry at one venue. */
export interface TestSmile {
  /** Unix milliseconds. */
  readonly expiry: number
  readonly forward: number
  /** Volatility in per cent a year at k = ln(K/F). */
  iv(k: number): number
  /** ln(K/F) of its strikes. */
  readonly ks: readonly number[]
  /** Ask less bid volatility. */
  readonly width?: number
}

/** Volatilities on a curve whose total variance is meant for the time from `now` to the expiry. */
export const onCurve = (svi: Svi, expiry: number, now: number) => (k: number) => fittedIv(svi, k, yearsTo(expiry, now))

/** The option of a strike that is out of the money. */
export const optionAt = (smile: TestSmile, k: number): KeptOption => {
  const { expiry, forward, iv, width = 1 } = smile
  const kind = k < 0 ? 'put' : 'call'
  const strike = Number((forward * Math.exp(k)).toPrecision(12))
  return {
    symbol: `TEST-${expiry}-${strike}-${kind === 'call' ? 'C' : 'P'}`,
    expiry,
    strike,
    kind,
    markIv: iv(k),
    bidIv: iv(k) - width / 2,
    askIv: iv(k) + width / 2,
    bid: null,
    ask: null,
    forward,
    interest: 10,
    volumeUsd: null,
  }
}

/** The state of a board with these options of one coin. */
export const optionState = (coin: string, options: readonly KeptOption[], at: number): OptionState => ({
  interest: {},
  chains: {
    [coin]: {
      at,
      kept: keptExpiries(options),
      slices: [...Map.groupBy(options, ({ expiry }) => expiry)].map(([expiry, same]) => ({
        expiry,
        forward: same[0]!.forward,
        atmIv: same.toSorted((a, b) => Math.abs(a.strike / a.forward - 1) - Math.abs(b.strike / b.forward - 1))[0]!
          .markIv,
        listed: same.length,
        quoted: same.length,
        putUsd: 1,
        callUsd: 1,
      })),
    },
  },
})

/**
 * Boards by venue: what each of them quotes of a coin.
 *
 * @param ages how old a venue's chain is, milliseconds
 */
export const smileStates = (
  coin: string,
  venues: Readonly<Record<string, readonly TestSmile[]>>,
  at: number,
  ages: Readonly<Record<string, number>> = {},
): States =>
  new Map(
    Object.entries(venues).map(([venue, smiles]) => [
      `options/${venue}`,
      optionState(
        coin,
        smiles.flatMap((smile) => smile.ks.map((k) => optionAt(smile, k))),
        at - (ages[venue] ?? 0),
      ),
    ]),
  )
