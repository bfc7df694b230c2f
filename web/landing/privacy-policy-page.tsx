import { type Clause, PolicyPage } from "./policy-page.tsx";

const clauses: readonly Clause[] = [
  {
    title: "What we keep",
    text: "Your name, email address and, if you add them, a short bio and a profile photo. The squads and trips you belong to, the photos and videos you upload, your likes, and your votes.",
  },
  {
    title: "Photo sharing",
    text: "Photos and videos you add to a trip or a squad are shown to its members, and they may download the originals. The copies shown on the page carry no location or camera data. The original keeps whatever your camera wrote into it.",
  },
  {
    title: "Public and private squads",
    text: "New squads are private: nobody outside sees that they exist. If an admin makes a squad public, anyone can see its name, description, cover and photos, and people who are signed in can see its members and trips and can join.",
  },
  {
    title: "Squad admins",
    text: "Admins of a squad can change its settings, invite and remove people, and delete photos. They see no more of your account than other members do, and never your email address.",
  },
  {
    title: "Votes are secret",
    text: "Results are shown when everybody has voted or the organizer has closed the vote. Who voted for whom is never shown to anybody.",
  },
  {
    title: "Importing from a photo library",
    text: "If you connect a photo library, we read only the photos you pick, copy them to the trip or squad you chose, and keep no access to the rest. You can disconnect it at any time.",
  },
  {
    title: "Cookies",
    text: "One cookie keeps you signed in. There are no advertising or tracking cookies.",
  },
  {
    title: "Children",
    text: "Swellmates is not for children under 13. If we learn that one has an account, we delete it.",
  },
  {
    title: "Your choices",
    text: "You can edit your profile, delete your photos, leave a squad, and ask for your data or for the end of your account. Use the Contact Us link at the foot of the page.",
  },
];

/** How people's data is treated. */
export const PrivacyPolicyPage = () => (
  <PolicyPage
    title="Privacy Policy"
    intro="Swellmates is a place for friends. This is what it knows about you, who sees it, and what you can do about it."
    clauses={clauses}
  />
);
