import { formerCrewMember } from "#contract/former-crew-member.ts";
import { Link, paths } from "../core/link.tsx";
import { Avatar, type Face, fullNameOf } from "../ui/avatar.tsx";

type Nominee = Face | null;

const [firstName = "", lastName = ""] = formerCrewMember.split(" ");
const former: Face = { id: "", firstName, lastName, profileImageUrl: null };

/** The name of a person on a leaderboard. */
export const nomineeName = (user: Nominee): string => (user ? fullNameOf(user) : formerCrewMember);

/** The name, linked to the profile if there is one. */
export const NomineeName = ({ user, className }: { user: Nominee; className: string }) =>
  user ? (
    <Link to={paths.profile(user.id)} className={`${className} hover:underline`}>
      {fullNameOf(user)}
    </Link>
  ) : (
    <span className={className}>{formerCrewMember}</span>
  );

export const NomineeAvatar = ({
  user,
  ...look
}: {
  user: Nominee;
  size?: "sm" | "md" | "lg" | "xl";
  className?: string;
}) => <Avatar person={user ?? former} {...look} />;
