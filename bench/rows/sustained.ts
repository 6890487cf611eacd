import { type Group, rateOf, rateRow, type Round } from '../bench.ts'
import type { Library } from '../sign-editions.ts'
import { openSeller } from '../seller.ts'
import { type Figure, median } from '../table.ts'

/** Paid reads with signing included: every edition is signed while others are sold. */

const LIBRARIES: readonly Library[] = ['noble', 'native']

export const sustained: Group = async (bench) => {
  const { quick, say } = bench
  const shops = await Promise.all(
    LIBRARIES.map(async (library) => [library, await openSeller(bench, library)] as const),
  )
  const rounds = new Map<Library, Round[]>(LIBRARIES.map((library) => [library, []]))
  const printed = new Map<Library, number[]>(LIBRARIES.map((library) => [library, []]))
  const busy = new Map<Library, number[]>(LIBRARIES.map((library) => [library, []]))
  const turns = quick ? 1 : 2
  for (let turn = 0; turn <= turns; turn++)
    for (const [library, seller] of shops) {
      say(`sustained: ${library}, ${turn === 0 ? 'warming up' : `round ${turn} of ${turns}`}`)
      const [before, workBefore] = [await seller.printed(), await seller.worker.stats()]
      const sold = await seller.sell(turn === 0 ? (quick ? 1 : 5) : quick ? 2 : 5)
      const [after, workAfter] = [await seller.printed(), await seller.worker.stats()]
      if (turn === 0) continue
      rounds.get(library)!.push(sold)
      printed.get(library)!.push((after - before) / sold.seconds)
      busy.get(library)!.push(((workAfter.cpuMs - workBefore.cpuMs) / 1000 / sold.seconds) * 100)
    }
  await Promise.all(shops.map(([, seller]) => seller.stop()))
  const figures = LIBRARIES.map((library): Figure => ({
    name: `editions printed meanwhile, ECDSA by ${library}`,
    value: median(printed.get(library)!),
    unit: 'per second',
    note:
      `the worker took ${median(busy.get(library)!).toFixed(0)} % of the core it shares with Redis and the load; ` +
      `${(median(rounds.get(library)!.map(rateOf)) / median(printed.get(library)!)).toFixed(2)} sold per printed`,
  }))
  return {
    rates: LIBRARIES.map((library) =>
      rateRow(`paid read L402 with printing, ECDSA by ${library}, always`, rounds.get(library)!),
    ),
    figures,
  }
}
