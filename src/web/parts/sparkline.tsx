const WIDTH = 100
const HEIGHT = 24

/** A small line of the past day. The numbers stand on the feed's own page, so the picture says its range alone. */
export const Sparkline = ({ values }: { readonly values: readonly string[] }) => {
  const numbers = values.map(Number).filter(Number.isFinite)
  if (numbers.length < 2) return null
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const span = most - least || 1
  const points = numbers.map((value, at) => {
    const x = (at / (numbers.length - 1)) * WIDTH
    const y = most === least ? HEIGHT / 2 : HEIGHT - 1 - ((value - least) / span) * (HEIGHT - 2)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Past day, delayed: from ${least} to ${most}`}
    >
      <path d={`M${points.join('L')}`} />
    </svg>
  )
}
