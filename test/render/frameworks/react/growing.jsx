import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** Two links at first; one more whenever the end of the list comes into view. */
function App() {
  const [page, setPage] = useState(null)
  const [shown, setShown] = useState(1)
  const end = useRef(null)
  useEffect(() => {
    fetch('/api/pages/0')
      .then(answer => answer.json())
      .then(setPage)
  }, [])
  useEffect(() => {
    if (page === null) return undefined
    const observer = new IntersectionObserver(([entry]) => {
      if (entry.isIntersecting) setShown(before => Math.min(before + 1, page.links.length))
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [page, shown])
  if (page === null) return null
  return (
    <>
      <p>{page.text}</p>
      {page.links.slice(0, shown).map(([path, words]) => (
        <section key={path} style={{ height: 1700 }}>
          <a href={path}>{words}</a>
        </section>
      ))}
      <div ref={end}>…</div>
    </>
  )
}

createRoot(document.getElementById('root')).render(<App />)
