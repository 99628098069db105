import { renderToString } from 'react-dom/server.edge'
import { Article } from './article.jsx'

export const render = page => renderToString(<Article page={page} />)
