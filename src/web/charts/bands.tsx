import { ageText, clockText, utcText } from '../parts/texts.ts'

/** A stretch of time in one state; Unix seconds. */
export interface Band {
  readonly word: string
  readonly from: number
  readonly to: number
}

/** Neighbours with the same word as one stretch. The last lasts one step. */
export const bandsOf = (
  points: readonly { readonly t: number; readonly value: string }[],
  step: number,
): readonly Band[] => {
  const bands: Band[] = []
  points.forEach(({ t, value }, at) => {
    const next = points[at + 1]
    // A gap is no state: nothing was heard.
    const to = next && next.t - t <= 1.5 * step ? next.t : t + step
    const last = bands.at(-1)
    if (last && last.word === value && last.to >= t) bands[bands.length - 1] = { ...last, to }
    else bands.push({ word: value, from: t, to })
  })
  return bands
}

/** States over time: one strip with a row for each word, so that colour alone says nothing. */
export const BandsChart = ({ bands, sentence }: { readonly bands: readonly Band[]; readonly sentence: string }) => {
  const [first, last] = [bands[0], bands.at(-1)]
  if (!first || !last) return null
  const words = [...new Set(bands.map(({ word }) => word))]
  const span = last.to - first.from
  return (
    <div class="bands" role="img" aria-label={sentence}>
      {words.map((word) => (
        <div class="band-row" key={word}>
          <span class="band-word">{word}</span>
          <span class="band-strip">
            {bands
              .filter((band) => band.word === word)
              .map(({ from, to }) => (
                <i
                  key={from}
                  title={`${word}: ${utcText(from)}, ${ageText(to - from)}`}
                  style={{ left: `${(100 * (from - first.from)) / span}%`, width: `${(100 * (to - from)) / span}%` }}
                />
              ))}
          </span>
        </div>
      ))}
      <div class="band-row band-axis">
        <span />
        <span class="band-ends">
          <span>{clockText(first.from * 1000).slice(0, 5)}</span>
          <span>{clockText(last.to * 1000).slice(0, 5)}</span>
        </span>
      </div>
    </div>
  )
}
