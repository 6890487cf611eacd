import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openBed } from './bed.ts'
import type { Group } from './bench.ts'
import { pickGenerator } from './load.ts'
import { hasNative } from './sign-editions.ts'
import { actors } from './rows/actors.ts'
import { bodies } from './rows/bodies.ts'
import { claims } from './rows/claims.ts'
import { clusterRow } from './rows/cluster.ts'
import { disk } from './rows/disk.ts'
import { dlc } from './rows/dlc.ts'
import { everything } from './rows/everything.ts'
import { groups } from './rows/groups.ts'
import { history } from './rows/history.ts'
import { indices } from './rows/indices.ts'
import { insurance } from './rows/insurance.ts'
import { memory } from './rows/memory.ts'
import { official } from './rows/official.ts'
import { onDemand } from './rows/on-demand.ts'
import { providers } from './rows/providers.ts'
import { reading } from './rows/reading.ts'
import { reads } from './rows/reads.ts'
import { settling } from './rows/settling.ts'
import { smilesRow } from './rows/smiles.ts'
import { sustained } from './rows/sustained.ts'
import { ticks } from './rows/ticks.ts'
import { ways } from './rows/ways.ts'
import { x402 } from './rows/x402.ts'
import { type Findings, tables } from './table.ts'

const GROUPS: Readonly<Record<string, Group>> = {
  reads,
  bodies,
  sustained,
  x402,
  official,
  settling,
  ticks,
  actors,
  groups,
  dlc,
  claims,
  cluster: clusterRow,
  disk,
  memory,
  'on-demand': onDemand,
  ways,
  indices,
  smiles: smilesRow,
  history,
  insurance,
  providers,
  reading,
  everything,
}

const USAGE = `usage: npm run bench -- [--only NAME,NAME] [--quick] [--json FILE] [--load wrk|own]
  groups: ${Object.keys(GROUPS).join(', ')}`

const fail = (message: string): never => {
  process.stderr.write(`${message}\n${USAGE}\n`)
  process.exit(1)
}

const readOptions = () => {
  try {
    return parseArgs({
      options: {
        only: { type: 'string' },
        quick: { type: 'boolean', default: false },
        json: { type: 'string', default: resolve(import.meta.dir, '../data/bench.json') },
        load: { type: 'string' },
      },
    }).values
  } catch (problem) {
    return fail((problem as Error).message)
  }
}

const startedAt = performance.now()
const say = (what: string) =>
  void process.stderr.write(`· ${((performance.now() - startedAt) / 1000).toFixed(0).padStart(3)} s  ${what}\n`)

const main = async (): Promise<void> => {
  const options = readOptions()
  const wanted = options.only?.split(',').map((name) => name.trim()) ?? Object.keys(GROUPS)
  const unknown = wanted.find((name) => !(name in GROUPS))
  if (unknown !== undefined) fail(`there is no group ${JSON.stringify(unknown)}`)
  if (options.load !== undefined && options.load !== 'wrk' && options.load !== 'own') fail('--load takes wrk or own')

  const bed = openBed()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void bed.stop().finally(() => process.exit(130)))
  try {
    const generator = pickGenerator(bed.folder, options.load as 'wrk' | 'own' | undefined)
    const setting = {
      command: `npm run bench${process.argv.length > 2 ? ` -- ${process.argv.slice(2).join(' ')}` : ''}`,
      at: new Date().toISOString(),
      machine: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${process.platform} ${process.arch}`,
      bun: Bun.version,
      load: `${generator.name}, 64 connections, no pipelining`,
      pinning: bed.pinning,
      libsecp256k1: hasNative() ? 'found' : 'not found: "native" rows are noble',
    }
    const all: Record<string, Findings> = {}
    for (const name of wanted) all[name] = await GROUPS[name]!({ bed, load: generator.load, quick: options.quick, say })
    const parts = Object.values(all)
    const merged: Findings = {
      rates: parts.flatMap(({ rates = [] }) => rates),
      figures: parts.flatMap(({ figures = [] }) => figures),
      verdicts: parts.flatMap(({ verdicts = [] }) => verdicts),
    }
    const head = Object.entries(setting).map(([name, value]) => `${name}: ${value}`)
    process.stdout.write(`${head.join('\n')}\n\n${tables(merged)}\n`)
    const file = resolve(options.json)
    mkdirSync(dirname(file), { recursive: true })
    const took = Math.round((performance.now() - startedAt) / 1000)
    writeFileSync(file, `${JSON.stringify({ ...setting, seconds: took, ...merged }, null, 2)}\n`)
    say(`done; ${file}`)
  } finally {
    await bed.stop()
  }
}

await main()
process.exit(0)
