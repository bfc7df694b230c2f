import { type Clause, PolicyPage } from "./policy-page.tsx";

const clauses: readonly Clause[] = [
  {
    id: "what-we-keep",
    title: "What we keep",
    body: [
      "Only what the product is made of:",
      [
        "Your account: your first and last name, your email address, your password as a hash that cannot be turned back, and, if you add them, a short bio and a profile photo.",
        "Your other ways in, if you add them: the public half of each passkey with the name you gave it, and which account elsewhere you linked, with its email address.",
        "Your groups: the squads and trips you belong to, your role in them, and the mood and excitement you set for a trip.",
        "What you add: photos and videos with their captions, likes, award categories and votes.",
        "Your sessions: which browser is signed in on which system, since when, until when, and in which hour it was last used. No network addresses.",
      ],
      "We do not ask for your phone number, your contacts or your location, and we do not buy or sell data about you.",
    ],
  },
  {
    id: "photo-sharing",
    title: "Photo sharing",
    body: [
      "Photos and videos you add to a trip or a squad are shown to its members, with your name. They may like them, share them and download them.",
      "Your original file is kept byte for byte as your phone or computer handed it over, and members can download it. It holds whatever your camera wrote into it, which may include the time, the place and the camera.",
      "What is shown on the pages are smaller copies that we make. All metadata is stripped from them: they carry neither place nor camera. Visitors never get an original.",
      "From the original we read when the picture was taken, to put it in order, and where, if the file says so. Members can look that up; nobody else is told. A map is opened only when somebody asks for it, and only then does the map's maker learn the place.",
      "You can delete your own photos at any time. Then the original and its copies are deleted too. What somebody has downloaded before is theirs to keep.",
    ],
  },
  {
    id: "public-and-private-squads",
    title: "Public and private squads",
    body: [
      "A new squad is private. Nobody outside sees that it exists, and one gets in only with an invitation.",
      "An admin can make a squad public. Then:",
      [
        "anyone, signed in or not, can see its name, description, cover, number of members, and copies of its photos without the names of the people who took them;",
        "anyone who is signed in can also see its members' names and faces, its trips and finished award results, and can join it.",
      ],
      "A trip is as public or private as its squad. Think of that before you add a photo to a public squad, and before you make a squad public.",
    ],
  },
  {
    id: "squad-admins",
    title: "Squad admins",
    body: [
      "Whoever creates a squad is its first admin. Admins can change its settings and its cover, make it public or private, reset the invite link, make other members admins, remove members, and delete photos, trips and the squad itself.",
      "Admins see no more of your account than other members do, and never your email address.",
    ],
  },
  {
    id: "votes",
    title: "Votes are secret",
    body: [
      "Results are shown when everybody has voted, or when an organizer has closed the vote. Until then no count is shown to anybody. Who voted for whom is never shown to anybody, before or after. Members can see whose vote is still missing.",
    ],
  },
  {
    id: "photo-library-import",
    title: "Importing from a photo library",
    body: [
      "Where it is switched on, you can connect a photo library such as Google Photos. We read only the photos and videos you pick, and copy them to the trip or squad you chose. From then on they are treated like any other upload.",
      "We remember which ones were imported, so that none comes twice. What lets us fetch what you pick is kept encrypted, opens nothing of the rest of your library, and never reaches a browser. You can take it away at any time, by unlinking on your account page or in the library's own settings.",
    ],
  },
  {
    id: "emails",
    title: "Emails we send",
    body: [
      "We send an email when there is something for you to do or to know, and for nothing else: an invitation that a friend asked us to send, a link to confirm your address, a link for a new password that you asked for, word that the address of your account was changed, and a reminder when your vote is the one that is missing, at most one a day for each trip.",
      "If you were invited and do not want to come, do nothing. We do not write again by ourselves. Every invitation and reminder has a link at its end to have no more of them; of the address we then keep only a hash.",
    ],
  },
  {
    id: "cookies-and-sessions",
    title: "Cookies and sessions",
    body: [
      "One cookie keeps you signed in, for 60 days at most. Another one holds the time zone of your browser, so that photos stand under the right days. A third one says that somebody has logged in with this browser, and not who, so that we offer the right form. Your browser may also keep what you are about to upload until it has arrived. There are no advertising or tracking cookies, and no scripts of other companies on our pages.",
      "A squad's cover can be a link to a picture elsewhere. Your browser then fetches that picture from there, without telling from which page.",
      "Signing out ends the session. Changing your password ends all others.",
    ],
  },
  {
    id: "who-else",
    title: "Who else sees it",
    body: [
      "Nobody, except the services that this place runs on: the machines that store the data, the mail service that delivers the emails, and, if you use them, the sign-in provider and the photo library you chose. They get what they need for that and no more. Beyond that we hand out data only where the law makes us.",
    ],
  },
  {
    id: "your-choices",
    title: "Your choices",
    body: [
      "On your profile and on your account page you can, at any time:",
      [
        "change your email address, your password, your passkeys and your linked accounts, and sign out other browsers;",
        "edit your bio and your photo;",
        "export your data: one file with your records and the originals of your photos and videos;",
        "delete your account. Your likes, your memberships and your votes in open awards go with it. Decided awards keep their results, without your name. Your photos stay with your friends or go too, as you decide.",
      ],
      "You can leave a squad or a trip whenever you like. For anything else, use the Contact Us link at the foot of the page.",
    ],
  },
  {
    id: "keeping-it-safe",
    title: "Keeping it safe",
    body: [
      "Passwords and session tokens are stored only as hashes, and access to libraries elsewhere is encrypted. Guessing is slowed down. Things that are not yours to see look as if they did not exist. No system is perfect: if something happens that concerns you, we tell you.",
    ],
  },
  {
    id: "children",
    title: "Children",
    body: [
      "Swellmates is not for children under 13. If we learn that one has an account, we delete it and what it holds.",
    ],
  },
  {
    id: "changes",
    title: "Changes",
    body: [
      "When this page changes, the date at its top changes. If a change matters to you, you will hear of it before it takes effect.",
    ],
  },
];

/** The privacy policy. */
export const PrivacyPolicyPage = () => (
  <PolicyPage
    title="Privacy Policy"
    intro="Swellmates is a place for friends. This is what it knows about you, who sees it, and what you can do about it."
    clauses={clauses}
  />
);
