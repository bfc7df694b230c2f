import { AdminPage } from "../admin/admin-page.tsx";
import { NotFoundPage } from "./not-found-page.tsx";

/** The admin page. Everybody who is no site admin finds nothing at its address. */
export const SiteAdminPage = () => <AdminPage notFound={<NotFoundPage />} />;
