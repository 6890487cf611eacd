import { describeFailure } from '../actors/publisher/polled.ts'
import { BadConfig, readConfig, SourcesConfig } from '../config.ts'
import { allowedBy, everyBoard, originsOf } from '../roles/provider-settings.ts'
import { systemClock } from '../system/clock.ts'
import { createNet } from '../system/net.ts'
import type { Environment } from './data-folder.ts'
import { table } from './sales-text.ts'
import { askSources, type SourceFinding } from './sources-ask.ts'
import { typedWords } from './typed-words.ts'

/** `claros sources check`: can every provider be reached and read from here, with these settings? */

const HELP = `claros sources check: asks providers, and says what was read

  claros sources check [NAME]   one question to each provider, or one for each board of the named one
         --json                 print the result as JSON

It reads the settings PROVIDER_KEYS, PROVIDER_ORIGINS, SOURCES_LICENSED, SOURCES_RIGHTS and UPSTREAM_ORIGIN as workers do,
and asks with their limits on time and size. Providers that only push are not asked; see /actors.
Exit status: 0 all that were asked could be read, 1 not, or the named one was not asked, 2 it could not be run.
`

type Status = 0 | 1 | 2

const OPTIONS = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

const parse = (args: readonly string[]) => typedWords(args, { options: OPTIONS, allowPositionals: true })

/** What the command writes, and its exit status. */
interface Result {
  readonly status: Status
  readonly out: string
  readonly errors: string
}

const complaint = (errors: string): Result => ({ status: 2, out: '', errors })

/** The failure with its fields, and in a few words for people. */
const jsonOf = (finding: SourceFinding): object =>
  finding.kind === 'failed' ? { ...finding, message: describeFailure(finding.failure) } : finding

const statusOf = ({ failure }: Extract<SourceFinding, { kind: 'failed' }>): string =>
  failure.kind === 'status' ? String(failure.status) : failure.kind === 'unreadable' ? '200' : ''

const rowOf = (finding: SourceFinding): Readonly<Record<string, string>> => {
  const row = { provider: finding.source, result: finding.kind.replace('_', ' ') }
  switch (finding.kind) {
    case 'read':
    case 'failed': {
      const { board, question } = finding
      const said =
        finding.kind === 'read'
          ? { status: '200', bytes: String(finding.bytes), found: finding.found }
          : { status: statusOf(finding), found: describeFailure(finding.failure) }
      return { ...row, board, question, ...said }
    }
    case 'not_asked':
      return { ...row, found: `${finding.reason}: ${finding.setting}` }
    case 'no_question':
      return { ...row, board: finding.board, found: 'it rests, or waits for another board' }
  }
}

const COLUMNS = ['provider', 'result', 'status', 'bytes', 'board', 'question', 'found']

const summary = (findings: readonly SourceFinding[]): string => {
  const count = (kind: SourceFinding['kind']): number => findings.filter((each) => each.kind === kind).length
  return `${count('read')} read, ${count('failed')} failed, ${count('not_asked')} not asked, ${count('no_question')} without a question.\n`
}

const exitOf = (findings: readonly SourceFinding[], isNamed: boolean): Status => {
  const isAsked = findings.some(({ kind }) => kind === 'read' || kind === 'failed')
  return findings.some(({ kind }) => kind === 'failed') || (isNamed && !isAsked) ? 1 : 0
}

export const checkSources = async (args: readonly string[], env: Environment): Promise<Result> => {
  const parsed = parse(args)
  if (parsed?.values.help) return { status: 0, out: HELP, errors: '' }
  const [command, name, ...more] = parsed?.positionals ?? []
  if (!parsed || command !== 'check' || more.length > 0) return complaint(HELP)
  try {
    const config = readConfig(SourcesConfig, env)
    const { keys, allows } = allowedBy(config)
    const net = createNet({
      clock: systemClock,
      upstreamOrigin: config.UPSTREAM_ORIGIN,
      origins: originsOf(config.PROVIDER_ORIGINS),
      keys,
    })
    const findings = await askSources(everyBoard(), name ?? null, { net, clock: systemClock, allows })
    if (findings.length === 0)
      return complaint(`claros: no provider that is polled is called ${JSON.stringify(name)}.\n`)
    const shown = parsed.values.json
      ? `${JSON.stringify(findings.map(jsonOf), null, 2)}\n`
      : `${table(COLUMNS, findings.map(rowOf), ['bytes'])}\n${summary(findings)}`
    return { status: exitOf(findings, name !== undefined), out: shown, errors: '' }
  } catch (problem) {
    if (!(problem instanceof BadConfig)) throw problem
    return complaint(`claros: ${problem.message}\n`)
  }
}

/** @returns the exit status: 0 all that were asked could be read, 1 not, 2 the command could not run */
export const sourcesCommand = async (args: readonly string[], env: Environment): Promise<Status> => {
  const { status, out, errors } = await checkSources(args, env)
  // A pipe takes a long text in pieces. Without waiting, the process would end before the last piece is written.
  await Bun.write(Bun.stdout, out)
  process.stderr.write(errors)
  return status
}
