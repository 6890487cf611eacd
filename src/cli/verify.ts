import { readFile } from 'node:fs/promises'
import type { Json } from '../canonical/jcs.ts'
import { agreedKeys } from '../canonical/key-agreement.ts'
import { readKeyChains } from '../canonical/key-signature.ts'
import { successorOf, withKeys } from '../canonical/key-validity.ts'
import type { ReadChains } from '../canonical/key-chain.ts'
import type { Layout } from '../canonical/layout.ts'
import { readAnswerBody } from '../canonical/read-body.ts'
import { type Verification, verifyAnswer } from '../canonical/verify.ts'
import { written } from '../canonical/written.ts'
import { EVIDENCE_FORMAT } from '../dlc/documents/evidence.ts'
import { everyLayout, layoutsFor } from '../feeds/layouts.ts'
import { readUrl } from '../system/read-url.ts'
import { verifyEvidence } from './evidence.ts'
import { typedWords } from './typed-words.ts'

/**
 * `claros verify`: checks an answer, or the evidence of an outcome, without the network, unless key documents are to be
 * fetched.
 */

/** Every canonical layout that this release sells, each once. */
export const LAYOUTS: readonly Layout[] = await everyLayout()

type AnswerBody = Readonly<Record<string, Json>>

/** As it is: a lenient reader would mend bytes that are no UTF-8, and leave out a mark at the beginning. */
const readInput = async (from: string): Promise<string> => {
  const bytes = await (from === '-' ? Bun.stdin.bytes() : readFile(from))
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

/** A file, or an address. */
const readDocument = (from: string): Promise<string | null> =>
  /^https?:\/\//i.test(from) ? readUrl(from) : readFile(from, 'utf8').catch(() => null)

/** The last line: what to write if all checks passed, and if one did not. */
const VERDICTS = {
  answer: ['The answer is whole and signed.', 'Do not trust this answer.'],
  evidence: ['The evidence is whole, and its prices follow from their votes.', 'This evidence could not be verified.'],
} as const

/** What was verified, and what it does not show although every check passed. */
interface Judged extends Verification {
  readonly warnings: readonly string[]
}

const show = ({ ok, checks, warnings }: Judged, [right, wrong]: readonly [string, string]): string =>
  [
    ...checks.map((check) => `${check.ok ? 'ok  ' : 'FAIL'} ${check.what}${check.detail ? `  ${check.detail}` : ''}`),
    ...warnings.map((warning) => `warn ${warning}`),
    ok ? right : wrong,
    '',
  ].join('\n')

const USAGE = 'usage: claros verify FILE|- [--key HEX] [--keys FILE|URL]... [--hash HEX] [--json]\n'

const complain = (message: string): 2 => {
  process.stderr.write(message)
  return 2
}

const parse = (args: readonly string[]) =>
  typedWords(args, {
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      keys: { type: 'string', multiple: true },
      hash: { type: 'string' },
      json: { type: 'boolean' },
    },
  })

interface KnownBefore {
  readonly layouts: readonly Layout[]
  /** A public key, hex. */
  readonly pinned: string | null
  /** Key documents, each from another place. */
  readonly keys: readonly AnswerBody[]
}

const warningsOf = (pinned: string | null, scheme: Json | undefined, { chains }: ReadChains): readonly string[] => {
  const newest = pinned === null ? null : successorOf(pinned, scheme, chains)
  return newest === null
    ? []
    : [
        `the expected key was replaced: whoever has stolen it could have made this chain. If it is the service's, pin ${newest}`,
      ]
}

/** With key documents a pinned key may be another one of their chain; without, it must have signed itself. */
const judge = (body: AnswerBody, { layouts, pinned, keys }: KnownBefore): Judged => {
  const [first, ...others] = keys
  if (!first) return { ...verifyAnswer(body, { layouts, ...(pinned !== null && { publicKey: pinned }) }), warnings: [] }
  const { checks, body: agreed } = agreedKeys([first, ...others])
  const read = readKeyChains(agreed)
  const found = withKeys(verifyAnswer(body, { layouts }), body, read, layouts, pinned === null ? [] : [pinned])
  const isOk = found.ok && checks.every(({ ok }) => ok)
  return {
    ok: isOk,
    checks: [...found.checks, ...checks],
    warnings: isOk ? warningsOf(pinned, body['signingScheme'], read) : [],
  }
}

/** @returns the exit status: 0 all checks passed, 1 one failed, 2 the input could not be read */
export const verifyCommand = async (args: readonly string[]): Promise<0 | 1 | 2> => {
  const parsed = parse(args)
  const [file, ...more] = parsed?.positionals ?? []
  if (!parsed || file === undefined || more.length > 0) return complain(USAGE)
  const text = await readInput(file).catch(() => null)
  if (text === null) return complain(`claros: ${file} cannot be read.\n`)
  const body = readAnswerBody(text)
  if (!body)
    return complain(
      'claros: that is not a JSON object, or a name stands twice in it. Save the body of a paid answer as it came.\n',
    )
  const { key, keys, hash, json } = parsed.values
  const isEvidence = body['format'] === EVIDENCE_FORMAT
  if (isEvidence ? (key ?? keys) !== undefined : hash !== undefined)
    return complain('claros: --key and --keys are for answers, --hash for the evidence of a DLC event.\n')
  const read = await Promise.all(
    (keys ?? []).map(async (from) => ({ from, body: readAnswerBody((await readDocument(from)) ?? '') })),
  )
  const unread = read.find(({ body: each }) => each === null)
  if (unread) return complain(`claros: no key documents can be read from ${unread.from}.\n`)
  const layouts = await layoutsFor(written(body['canonical']))
  const found = isEvidence
    ? { ...verifyEvidence(body, hash?.toLowerCase() ?? null), warnings: [] }
    : judge(body, { layouts, pinned: key?.toLowerCase() ?? null, keys: read.map((each) => each.body!) })
  process.stdout.write(
    json ? `${JSON.stringify(found, null, 2)}\n` : show(found, VERDICTS[isEvidence ? 'evidence' : 'answer']),
  )
  return found.ok ? 0 : 1
}
