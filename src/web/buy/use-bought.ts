import { useEffect, useState } from 'preact/hooks'
import type { Bought } from '../../../client/src/bought.ts'
import { keptAnswer } from './kept-answer.ts'

/**
 * What was bought for a path: now, or before this page was loaded again.
 *
 * @param path `null`: it is not known yet
 */
export const useBought = (path: string | null): readonly [Bought | null, (bought: Bought) => void] => {
  const [bought, setBought] = useState<Bought | null>(null)
  useEffect(() => {
    setBought(null)
    if (path === null) return undefined
    let isOver = false
    void keptAnswer(path).then((kept) => {
      if (!isOver && kept) setBought((now) => now ?? kept)
    })
    return () => {
      isOver = true
    }
  }, [path])
  return [bought, setBought]
}
