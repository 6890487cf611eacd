import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { repeats } from './recount-regime.ts'
import { SynopsisAnswer } from './synopsis-answer.ts'
import { synopsisEvaluated } from './synopsis-evaluated.ts'
import { mayRepeat, SYNOPSIS_NAMES, SYNOPSIS_PARTS } from './synopsis-parts.ts'

/** Checks what a body says about its parts. That they are what was sold alone, only the single answers prove. */
export const recountSynopsis = (_stated: unknown, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const at = Number(body['timestamp'])
  if (!Value.Check(SynopsisAnswer, body)) return [{ what: 'the parts are readable', ok: false }]
  const { snapshot, absent } = body
  const { isEnough, shown } = synopsisEvaluated(snapshot)
  const parts = SYNOPSIS_NAMES.map((name) => ({ name, part: snapshot[name] ?? null }))
  return [
    {
      what: 'number of parts and confidence follow from the parts, and enough are there',
      ok: isEnough && repeats(body, shown),
      detail: String(shown.present),
    },
    {
      what: 'every part could be sold at the time of the answer, by whom it names',
      ok: parts.every(
        ({ name, part }) =>
          part === null ||
          (part.actor === SYNOPSIS_PARTS[name].actor &&
            part.age_seconds === Math.max(0, at - part.timestamp) &&
            mayRepeat(name, part as Readonly<Record<string, Json>>, part.timestamp, at)),
      ),
    },
    {
      what: 'every absent part has a reason',
      ok: parts.every(({ name, part }) => (part === null) === (absent[name] !== undefined)),
    },
  ]
}
