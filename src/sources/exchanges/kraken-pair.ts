/**
 * Which of the asked pairs a reply key stands for. Kraken asks for `XBTUSD` and answers `XXBTZUSD`: older coins get an
 * `X` before their code and older currencies a `Z`, each side by itself (`USDTZUSD`, `ZUSDZJPY`), newer pairs neither
 * (`SOLUSD`, `USDCHF`). All our quotes are three letters long. `null` for a pair that was not asked.
 */
export const askedPair = (key: string, asked: readonly string[]): string | null => {
  const spellings = (pair: string): readonly string[] => {
    const [base, quote] = [pair.slice(0, -3), pair.slice(-3)]
    return ['', 'X', 'Z'].flatMap((left) => ['', 'X', 'Z'].map((right) => `${left}${base}${right}${quote}`))
  }
  return asked.find((pair) => pair === key) ?? asked.find((pair) => spellings(pair).includes(key)) ?? null
}
