import { inDollars } from '../src/feeds/tariff.ts'
import { COMPUTED_FEEDS } from '../src/feeds/history/computed-feeds.ts'
import { registry } from '../src/feeds/registry.ts'
import {
  FolderConfig,
  LauncherConfig,
  OracleConfig,
  ReconcileConfig,
  ServerConfig,
  StoreConfig,
  WorkerConfig,
} from '../src/config.ts'
import { SandboxConfig } from '../src/sandbox/config.ts'
import { DIALECTS } from '../src/sandbox/world/providers.ts'
import type { Source } from '../src/sources/query.ts'
import { recordedAvailable } from '../test/support/recorded.ts'
import { notYetMet, recordedReplies } from '../test/support/recordings/page.ts'
import { crashSteps } from './crash-steps.ts'
import { namesNotMet } from '../test/support/recordings/unmet-names.ts'
import { closedTable } from './closed-paths.ts'
import { INTERFACE_TABLES } from './interface-tables.ts'
import { METHOD_TABLES } from './method-tables.ts'
import { OPERATIONS_PARTS, OPS_FILES } from './ops-files.ts'
import { README_PARTS } from './readme-parts.ts'
import { between, table } from './table.ts'
import { VERIFYING_PARTS } from './verifying-parts.ts'

/**
 * `npm run docs`: generates tables of the documents, and operators' files, from the definitions. With `--check` it only
 * names stale ones.
 */

type Schema = { readonly description?: string; readonly default?: unknown; readonly secret?: boolean }

const PROCESSES = {
  start: LauncherConfig,
  server: ServerConfig,
  worker: WorkerConfig,
  sales: FolderConfig,
  dlc: OracleConfig,
  reconcile: ReconcileConfig,
  store: StoreConfig,
  sandbox: SandboxConfig,
}

const settings = (): string => {
  const rows = new Map<string, { readonly schema: Schema; readonly readers: string[] }>()
  for (const [reader, config] of Object.entries(PROCESSES))
    for (const [name, schema] of Object.entries(config.properties as Record<string, Schema>)) {
      const row = rows.get(name) ?? { schema, readers: [] }
      row.readers.push(reader)
      rows.set(name, row)
    }
  return [
    '| Setting | Default | Read by | What it is |',
    '|---|---|---|---|',
    ...[...rows].map(([name, { schema, readers }]) => {
      const fallback = schema.default === undefined ? '' : `\`${String(schema.default)}\``
      const secret = schema.secret ? ' **Secret.**' : ''
      return `| \`${name}\` | ${fallback} | ${readers.join(', ')} | ${schema.description ?? ''}.${secret} |`
    }),
  ].join('\n')
}

const feeds = (): string =>
  [
    '# Feeds',
    '',
    'Generated from the definitions by `npm run docs`.',
    '',
    '| Feed | Path | Subjects | Price | Every | Sold up to | Boards |',
    '|---|---|---|---|---|---|---|',
    ...registry.feeds.map((feed) => {
      const { sale, subjects } = feed
      const boards = new Set(
        subjects.flatMap((subject) =>
          [...feed.boards(subject), ...(feed.streams?.(subject) ?? [])].map(({ id }) => id.split('/')[0]),
        ),
      )
      return `| \`${feed.id}\` ${feed.summary} | \`${sale.path}\` | ${feed.onDemand ? 'started on demand' : subjects.map((each) => each.name).join(', ')} | ${inDollars(sale.price)}, ${sale.price.sats} sats | ${feed.everySeconds} s | ${sale.sellableSeconds} s | ${[...boards].join(', ')} |`
    }),
    '',
    'Answers that are computed for one request from stored history:',
    '',
    '| Answer | Path | Subjects | Price | Parameters |',
    '|---|---|---|---|---|',
    ...COMPUTED_FEEDS.map(
      ({ id, summary, path, subjects, price, query }) =>
        `| \`${id}\` ${summary} | \`${path}\` | ${subjects.map((each) => each.name).join(', ')} | ${inDollars(price)}, ${price.sats} sats | ${Object.keys(query).join(', ')} |`,
    ),
    '',
  ].join('\n')

const sources = (unmet: string): string => {
  const found = new Map<string, { readonly source: Source; readonly boards: string[] }>()
  const onDemand = registry.onDemand.flatMap((feed) => feed.subjects.flatMap((subject) => feed.boards(subject)))
  const note = (source: Source, how: string): void => {
    const row = found.get(source.name) ?? { source, boards: [] }
    row.boards.push(how)
    found.set(source.name, row)
  }
  for (const { id, source, besides = [], everySeconds, pushed, rests } of [...registry.boards, ...onDemand])
    for (const asked of [source, ...besides])
      note(
        asked,
        `${id.split('/')[0]} every ${everySeconds} s${pushed ? ' where its socket is silent' : ''}${rests ? ' at most' : ''}`,
      )
  for (const { id, source } of registry.streams) note(source, `${id.split('/')[0]}, listened to`)
  for (const { venues } of registry.fills)
    for (const { venue } of venues) note(venue.source, 'minutes of the past, at a first start')
  return [
    '# Sources',
    '',
    'Generated from the definitions by `npm run docs`. Rights are what each provider publishes; an operator who sells',
    'answers should have them read by counsel.',
    '',
    '| Source | Address | Rights | Terms | Note | Asked |',
    '|---|---|---|---|---|---|',
    ...[...found.values()]
      .toSorted((a, b) => (a.source.name < b.source.name ? -1 : 1))
      .map(
        ({ source, boards }) =>
          `| ${source.name} | ${source.origin} | ${source.rights} | ${source.terms} | ${source.termsNote} | ${[...new Set(boards)].join(', ')} |`,
      ),
    '',
    '## Closed without a licence or a key',
    '',
    'What `npm start` with no settings does not sell ([0116](decisions/0116-closed-feeds.md)). One setting of a row is enough.',
    '',
    closedTable(),
    '',
    unmet,
  ].join('\n')
}

const UNMET = '## Not yet met'

/** Where there are no recordings, the section stays as it is. */
const unmetSection = async (): Promise<string> => {
  if (!recordedAvailable) {
    const before = await Bun.file('docs/sources.md').text()
    return before.slice(before.indexOf(UNMET))
  }
  const byProvider = Map.groupBy(notYetMet(), (endpoint) => endpoint.split(' ', 1)[0]!)
  return [
    UNMET,
    '',
    'Endpoints whose readers have met no real reply, only documentation, samples or what we constructed',
    '([recorded-replies.md](recorded-replies.md) says what). `claros sources check NAME` asks a provider once and says',
    'what its reader made of the reply.',
    '',
    '| Source | Endpoints |',
    '|---|---|',
    ...[...byProvider].map(
      ([name, endpoints]) =>
        `| ${name} | ${endpoints.map((each) => `\`${each.slice(name.length + 1)}\``).join(', ')} |`,
    ),
    '',
    'Listings and contracts that no recorded reply names, written down from documentation:',
    '',
    table(
      ['Source or protocol', 'Name', 'What it is'],
      namesNotMet().map(({ source, name, what }) => [source, `\`${name}\``, what]),
    ),
    '',
  ].join('\n')
}

/** The providers that the sandbox simulates. */
const providers = (): string =>
  [
    '| Name | Hosts | Answers |',
    '|---|---|---|',
    ...DIALECTS.map(
      ({ provider, hosts, serves }) =>
        `| \`${provider}\` | ${hosts.map((host) => `\`${host}\``).join(', ')} | ${serves} |`,
    ),
  ].join('\n')

/** A document written by hand, with its generated parts replaced. */
const filled = async (path: string, parts: Readonly<Record<string, () => string>>): Promise<string> => {
  const text = await Bun.file(path).text()
  return Object.entries(parts).reduce((filling, [name, content]) => between(filling, path, name, content()), text)
}

const documents: Readonly<Record<string, string>> = {
  'README.md': await filled('README.md', README_PARTS),
  'docs/settings.md': await filled('docs/settings.md', { settings }),
  'docs/methods.md': await filled('docs/methods.md', METHOD_TABLES),
  'docs/interface.md': await filled('docs/interface.md', INTERFACE_TABLES),
  'docs/operations.md': await filled('docs/operations.md', OPERATIONS_PARTS),
  'docs/verifying.md': await filled('docs/verifying.md', VERIFYING_PARTS),
  'docs/simulated-world.md': await filled('docs/simulated-world.md', { providers, crash: crashSteps }),
  ...OPS_FILES,
  'docs/feeds.md': feeds(),
  'docs/sources.md': sources(await unmetSection()),
  // Where there are no recordings it stays as it is.
  ...(recordedAvailable && { 'docs/recorded-replies.md': recordedReplies() }),
}

let stale = 0
for (const [path, text] of Object.entries(documents)) {
  const before = (await Bun.file(path).exists()) ? await Bun.file(path).text() : ''
  if (before === text) continue
  stale++
  if (process.argv.includes('--check')) process.stderr.write(`${path} is stale; run: npm run docs\n`)
  else await Bun.write(path, text)
}
process.exit(process.argv.includes('--check') && stale > 0 ? 1 : 0)
