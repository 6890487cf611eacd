import { join } from 'node:path'
import type { Bench, Group } from '../bench.ts'
import { type Shape, SHAPES } from '../events.ts'
import type { Signed, SigningResult, SigningSettings } from '../servers/dlc-signing.ts'
import type { StrikesResult, StrikesSettings, Ticked } from '../servers/dlc-ticks.ts'
import type { Way, WayResult, WaySettings } from '../servers/dlc-way.ts'
import type { Figure } from '../table.ts'
import { maturing } from './dlc-maturing.ts'

/**
 * The DLC oracle: announcing, attesting, a thousand events that mature at once, and ticks applied to open contracts.
 */

const ORDER: readonly Shape[] = ['enum', 'digits']

const signing = async ({ bed, quick, say }: Bench): Promise<readonly Figure[]> => {
  say('dlc: announcing and attesting, beside tiny-secp256k1')
  const found = await bed.run<SigningResult>('dlc-signing', {
    rounds: quick ? 3 : 9,
    events: quick ? 20 : 50,
  } satisfies SigningSettings)
  const rows = (what: string, shape: Shape, { ours, tiny }: Signed): readonly Figure[] => [
    {
      name: `${what} ${SHAPES[shape].name}`,
      value: 1e6 / ours,
      unit: 'per second of CPU',
      note: `${(ours / 1000).toFixed(2)} ms each; tiny-secp256k1 ${(tiny / 1000).toFixed(2)} ms, the same bytes`,
    },
    { name: `${what} ${SHAPES[shape].name}, ours to tiny-secp256k1`, value: tiny / ours, unit: '×' },
  ]
  return ORDER.flatMap((shape) => [
    ...rows('announcing', shape, found[shape].announced),
    ...rows('signer alone, attesting', shape, found[shape].attested),
  ])
}

const shares = ({ stepsMs, wallMs }: Way): string =>
  Object.entries(stepsMs)
    .map(([step, ms]) => `${step} ${((ms / wallMs) * 100).toFixed(0)} %`)
    .join(', ')

const attesting = async ({ bed, quick, say }: Bench): Promise<readonly Figure[]> => {
  say('dlc: attesting with Redis, journal and guard')
  const redis = await bed.redis('always')
  const found = await bed.run<WayResult>('dlc-way', {
    redis: redis.address,
    folder: join(bed.folder, 'way'),
    events: quick ? 30 : 200,
  } satisfies WaySettings)
  return ORDER.flatMap((shape) => {
    const way = found[shape]
    const { name } = SHAPES[shape]
    return [
      {
        name: `decided and attested, ${name}, one after the other`,
        value: 1000 / way.wallMs,
        unit: 'per second',
        note: `${way.wallMs.toFixed(2)} ms, of them CPU ${way.cpuMs.toFixed(2)} ms: ${shares(way)}`,
      },
      {
        name: `decided and attested, ${name}, as many at once as the lane takes`,
        value: way.lanePerSecond,
        unit: 'per second',
        note: `CPU ${way.laneCpuMs.toFixed(2)} ms each`,
      },
    ]
  })
}

const watching = async ({ bed, quick, say }: Bench): Promise<readonly Figure[]> => {
  const figures: Figure[] = []
  for (const contracts of quick ? [10_000] : [10_000, 100_000]) {
    const open = `${contracts.toLocaleString('en')} open contracts`
    say(`dlc: prices over ${open}`)
    const redis = await bed.redis('always')
    const found = await bed.run<StrikesResult>('dlc-ticks', {
      redis: redis.address,
      contracts,
      quietTicks: quick ? 50 : 200,
      breachingTicks: quick ? 3 : 9,
    } satisfies StrikesSettings)
    const row = (name: string, { redisMs, cpuMs, wallMs }: Ticked): Figure => ({
      name: `${name}, ${open}`,
      value: redisMs,
      unit: 'ms CPU of Redis',
      note: `p50 ${wallMs[0].toFixed(2)} ms, p99 ${wallMs[1].toFixed(2)} ms; CPU of the publisher ${cpuMs.toFixed(2)} ms`,
    })
    figures.push(row('a tick that touches nothing', found.quiet), row('a tick that breaches 1 %', found.breaching), {
      name: `Redis memory of one of ${open}`,
      value: found.bytesPerContract / 1024,
      unit: 'KiB',
    })
  }
  return figures
}

export const dlc: Group = async (bench) => ({
  figures: [
    ...(await signing(bench)),
    ...(await attesting(bench)),
    ...(await watching(bench)),
    ...(await maturing(bench)),
  ],
})
