import { hydrateRoot } from 'react-dom/client'
import { Article } from './article.jsx'

hydrateRoot(document.getElementById('root'), <Article page={JSON.parse(document.getElementById('page').textContent)} />)
