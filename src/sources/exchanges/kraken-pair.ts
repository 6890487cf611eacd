/**
 * The requested pair that a key of a reply is for; `null` for a pair that was not requested. A request for `XBTUSD` is
 * answered with `XXBTZUSD`: older coins get an `X` before their code and older currencies a `Z`, each side by itself
 * (`USDTZUSD`, `ZUSDZJPY`). Newer pairs get neither (`SOLUSD`, `USDCHF`). All our quote currencies have three letters.
 */
export const askedPair = (key: string, asked: readonly string[]): string | null => {
  const spellings = (pair: string): readonly string[] => {
    const [base, quote] = [pair.slice(0, -3), pair.slice(-3)]
    return ['', 'X', 'Z'].flatMap((left) => ['', 'X', 'Z'].map((right) => `${left}${base}${right}${quote}`))
  }
  return asked.find((pair) => pair === key) ?? asked.find((pair) => spellings(pair).includes(key)) ?? null
}
