import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import Article from './Article.vue'

export const render = page => renderToString(createSSRApp(Article, { page }))
