import type { Bench } from '../bench.ts'
import { BY_PRICE, type Matured, openOracleHouse } from '../maturities.ts'
import { type Figure, median, percentile } from '../table.ts'

/** A thousand events that mature at the same time, with a signer and a courier in their own processes. */

const EVENTS = 1_000

export const maturing = async ({ bed, quick, say }: Bench): Promise<readonly Figure[]> => {
  const redis = await bed.redis('always')
  const resolver = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('outcome 42') })
  const house = await openOracleHouse(bed, redis, `127.0.0.1:${resolver.port}`)
  try {
    say('dlc: warming up signer and courier')
    await house.mature({ name: 'warm', shape: 'enum', events: 200, resolver: BY_PRICE })
    const by = {
      'a price of ours': BY_PRICE,
      'a webhook each': { kind: 'webhook', url: `http://127.0.0.1:${resolver.port}/` },
    } as const
    const rounds = quick ? 1 : 3
    const figures: Figure[] = []
    for (const [how, settling] of Object.entries(by)) {
      const found: Matured[] = []
      for (let round = 1; round <= rounds; round++) {
        say(`dlc: ${EVENTS} events mature at one instant by ${how}, round ${round} of ${rounds}`)
        const name = `${settling.kind}-${round}`
        found.push(
          await house.mature({
            name,
            shape: 'enum',
            events: EVENTS,
            resolver: settling,
          }),
        )
      }
      const middle = (figure: (each: Matured) => number): number => median(found.map(figure))
      const row = (share: number, note?: string): Figure => ({
        name: `${EVENTS} enums mature at one instant, by ${how}, until each can be read: p${share * 100}`,
        value: middle(({ latenciesMs }) => percentile(latenciesMs, share)),
        unit: 'ms',
        ...(note !== undefined && { note }),
      })
      const cpu = (figure: (each: Matured) => number): string => middle(figure).toFixed(2)
      figures.push(
        row(0.5, `decided after ${middle(({ decidedMs }) => percentile(decidedMs, 0.5)).toFixed(0)} ms`),
        row(
          0.99,
          `decided after ${middle(({ decidedMs }) => percentile(decidedMs, 0.99)).toFixed(0)} ms; ` +
            `CPU each: signer ${cpu(({ signerMs }) => signerMs)} ms, ` +
            `courier ${cpu(({ courierMs }) => courierMs)} ms, Redis ${cpu(({ redisMs }) => redisMs)} ms`,
        ),
      )
    }
    return figures
  } finally {
    await house.stop()
    await resolver.stop(true)
  }
}
