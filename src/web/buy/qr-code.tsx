import { encodeQR } from 'qr'
import { useMemo } from 'preact/hooks'

/** Light modules around it, by ISO/IEC 18004. */
const BORDER = 4

/** A code for a wallet's camera: always dark on light, whatever the scheme. */
export const QrCode = ({ text, name }: { readonly text: string; readonly name: string }) => {
  const rows = useMemo(() => encodeQR(text, 'raw', { ecc: 'low', border: BORDER }), [text])
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={name}
      shape-rendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
