import { ageText, spanText } from './texts.ts'
import { useSeconds } from './use-seconds.ts'

/** How old something was when we heard of it, and when that was. */
export interface AgeSeen {
  /** Seconds; `null`: there is nothing yet. */
  readonly ageSeconds: number | null
  /** Unix milliseconds of this browser when the age was told. */
  readonly toldAt: number
  readonly periodSeconds: number
  readonly sellableSeconds: number
}

/** The age now: it grows by itself between two reports. */
const ageAt = ({ ageSeconds, toldAt }: AgeSeen, now: number): number | null =>
  ageSeconds === null ? null : ageSeconds + Math.max(0, (now - toldAt) / 1000)

/** The age of the live value against how old it may be when it is sold. */
export const AgeGauge = (seen: AgeSeen & { readonly isSold: boolean }) => {
  const age = ageAt(seen, useSeconds())
  if (age === null) return <Dash what="no value yet" />
  const { periodSeconds, sellableSeconds, isSold } = seen
  const isClosed = !isSold || age > sellableSeconds
  const state = isClosed ? 'closed' : age > Math.max(2 * periodSeconds, sellableSeconds / 2) ? 'late' : ''
  return (
    <span>
      {ageText(age)} <span class="unit">of {spanText(sellableSeconds)}</span>
      <span class={`gauge ${state}`} aria-hidden="true">
        <i class="moves" style={{ width: `${Math.min(100, (100 * age) / sellableSeconds)}%` }} />
      </span>
    </span>
  )
}

/** A cell without a value: a dash for the eye, words for the ear. */
export const Dash = ({ what }: { readonly what: string }) => (
  <>
    <span class="muted" aria-hidden="true">
      —
    </span>
    <span class="hidden">{what}</span>
  </>
)
