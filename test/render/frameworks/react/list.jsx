import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Article } from './article.jsx'

function App() {
  const [page, setPage] = useState(null)
  useEffect(() => {
    const abort = new AbortController()
    fetch('/api/pages/0', { signal: abort.signal })
      .then(answer => answer.json())
      .then(setPage, () => undefined)
    return () => abort.abort()
  }, [])
  return page === null ? <p className="spinner">Loading…</p> : <Article page={page} />
}

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
