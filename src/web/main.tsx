import { render } from 'preact'
import { Root } from './root.tsx'

/** The entry of all pages: it takes the place of what the server wrote. */
const place = document.getElementById('app')
if (place) {
  const told = place.dataset['problem'] ?? null
  place.replaceChildren()
  render(<Root path={location.pathname} problem={told} />, place)
}
