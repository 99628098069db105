import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'

const page = {
  lazy: () => import('./routed-page.jsx'),
  loader: async ({ params }) => (await fetch(`/api/pages/${params.page?.slice(1) ?? '0'}`)).json(),
  HydrateFallback: () => <p>Loading…</p>,
}
const router = createBrowserRouter([
  { path: '/', ...page },
  { path: '/:page', ...page },
])
createRoot(document.getElementById('root')).render(<RouterProvider router={router} />)
