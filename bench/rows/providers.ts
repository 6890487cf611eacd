import type { Group } from '../bench.ts'
import type { ProvidersResult, ProvidersSettings } from '../servers/providers.ts'

/** How often each provider is asked in a day with everything running, against its limit; and the CPU of one tick of each feed. */

/** Providers that use less of their limit than this are not listed. */
const LEAST_SHARE = 0.1

export const providers: Group = async ({ bed, quick, say }) => {
  say('providers: every board and every item over the simulated world')
  const redis = await bed.redis('always')
  const found = await bed.run<ProvidersResult>('providers', {
    redis: redis.address,
    rounds: quick ? 1 : 5,
  } satisfies ProvidersSettings)
  const asked = found.providers
    .map((each) => ({ ...each, share: each.requests / each.allowed }))
    .toSorted((a, b) => b.share - a.share)
  const all = asked.reduce((sum, { requests }) => sum + requests, 0)
  const silent = asked.reduce((sum, each) => sum + each.silent, 0)
  const [first] = asked
  return {
    figures: [
      {
        name: `requests a day to ${asked.length} providers`,
        value: all,
        unit: 'requests',
        note: `the most of its limit uses ${first?.name}: ${((first?.share ?? 0) * 100).toFixed(0)} %; places on demand come on top, and ${silent.toFixed(0)} while no socket speaks`,
      },
      ...asked
        .filter(({ share, allowed }) => share >= LEAST_SHARE || allowed <= 1_000)
        .map(({ name, requests, silent: more, allowed, boards, share }) => ({
          name: `requests a day: ${name}`,
          value: requests,
          unit: 'requests',
          note: `of ${allowed.toFixed(0)} allowed, ${(share * 100).toFixed(1)} %; ${boards} boards${more > 0 ? `; ${more.toFixed(0)} more while its socket says nothing` : ''}`,
        })),
      ...found.feeds
        .toSorted((a, b) => b.medianMs - a.medianMs)
        .map(({ feed, medianMs, longestMs, items }) => ({
          name: `one tick of ${feed}`,
          value: medianMs,
          unit: 'ms CPU',
          note: `longest ${longestMs.toFixed(1)} ms; ${items} items`,
        })),
      ...found.boards
        .toSorted((a, b) => b.medianMs - a.medianMs)
        .map(({ feed, medianMs, longestMs, items }) => ({
          name: `one poll of a board of ${feed}`,
          value: medianMs,
          unit: 'ms CPU',
          note: `longest ${longestMs.toFixed(1)} ms; ${items.toFixed(1)} polls a minute; with the work of the simulated provider`,
        })),
    ],
  }
}
