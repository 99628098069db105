import { createApp } from 'vue'
import List from './List.vue'

createApp(List).mount('#app')
