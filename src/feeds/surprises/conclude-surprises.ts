import { rounded } from '../../canonical/measure.ts'
import { inSeconds } from '../../time-units.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import { freshness } from '../math/freshness.ts'
import { knownReleases, RELEASES_LIFETIME } from './known-releases.ts'
import { scored } from './score.ts'
import { printedIndex, RELEASES } from './score-rules.ts'
import type { SurprisesAnswer } from './surprises-answer.ts'
import { CONFIDENCE_PLACES } from '../answer-fields.ts'

/** The index of the last releases with their surprises. */
export const concludeSurprises = ({ boards, now }: TickContext): Conclusion<SurprisesAnswer> | Declined => {
  const known = knownReleases(boards, now)
  if (known === null) return { kind: 'input_missing', input: 'estimates of releases' }
  const scores = known.releases.map((release) => ({ release, score: scored(release, known.releases, now) }))
  const releases = scores
    .flatMap(({ score }) => score ?? [])
    .slice(-RELEASES.most)
    .toReversed()
  const count = releases.length
  if (count < RELEASES.least) return { kind: 'quorum_missed', have: count, need: RELEASES.least }
  const oldest = Date.parse(releases.at(-1)!.time)
  const fresh = freshness((now - known.readAt) / 1_000, RELEASES_LIFETIME)
  const content: SurprisesAnswer = {
    surprise_index: printedIndex(releases),
    release_count: count,
    releases,
    left_out: scores.filter(({ release, score }) => score === null && release.at >= oldest).length,
    overdue: known.overdue,
    corrected: known.corrected,
    sources: [...new Set(releases.flatMap(({ sources }) => sources))].toSorted(),
    missing: [...known.missing],
    confidence: rounded(Math.min(1, count / RELEASES.most) * fresh, CONFIDENCE_PLACES),
    degraded: count < RELEASES.whole || known.overdue > 0 || known.corrected > 0 || fresh < 1,
    observed_at: inSeconds(known.readAt),
    fetched_at: inSeconds(now),
  }
  return { kind: 'concluded', content, carry: {} }
}
