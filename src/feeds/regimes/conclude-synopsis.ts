import type { Json } from '../../canonical/jcs.ts'
import { inSeconds } from '../../time-units.ts'
import { publishedAnswer } from '../attested.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import type { AbsentParts, SynopsisAnswer } from './synopsis-answer.ts'
import { synopsisEvaluated } from './synopsis-evaluated.ts'
import { mayRepeat, SYNOPSIS_NAMES, SYNOPSIS_PARTS, type SynopsisName, type SynopsisPart } from './synopsis-parts.ts'

type Found = NonNullable<SynopsisAnswer['snapshot'][string]>

const found = (context: TickContext, name: SynopsisName): Found | NonNullable<AbsentParts[SynopsisName]> => {
  const { from, key, read }: SynopsisPart = SYNOPSIS_PARTS[name]
  const told = publishedAnswer(context, from, key, Number.POSITIVE_INFINITY)
  if (!told) return 'no_answer'
  const { values, timestamp, actor, contentHash } = told
  const published = values as Readonly<Record<string, Json>>
  const said = read(published)
  const now = inSeconds(context.now)
  if (!mayRepeat(name, said, timestamp, now)) return 'too_old'
  const confidence = Number(published['confidence'])
  return { ...said, confidence, timestamp, age_seconds: Math.max(0, now - timestamp), actor, contentHash }
}

/** Repeats what may be sold now, and computes nothing of its own (methods 6.11). */
export const concludeSynopsis = (context: TickContext): Conclusion<SynopsisAnswer> | Declined => {
  const snapshot: Record<string, Found | null> = {}
  const absent: AbsentParts = {}
  for (const name of SYNOPSIS_NAMES) {
    const part = found(context, name)
    if (typeof part === 'string') absent[name] = part
    snapshot[name] = typeof part === 'string' ? null : part
  }
  const { isEnough, shown } = synopsisEvaluated(snapshot)
  if (!isEnough) return { kind: 'input_missing', input: Object.keys(absent).join(', ') }
  return {
    kind: 'concluded',
    content: { layer: 'Oracle Information', scope: 'MARKET', snapshot, absent, ...shown },
    carry: {},
  }
}
