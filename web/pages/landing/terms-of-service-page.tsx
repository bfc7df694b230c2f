import { type Clause, PolicyPage } from "./policy-page.tsx";

const clauses: readonly Clause[] = [
  {
    id: "who-may-use-it",
    title: "Who may use it",
    body: [
      "You must be at least 13 years old. If the law where you live asks for a higher age or for a parent's consent, that counts too.",
      "Give your real email address, keep your password to yourself, and tell us if somebody else got hold of it. You are responsible for what happens with your account. It is yours alone: do not lend or sell it.",
    ],
  },
  {
    id: "squads",
    title: "Squads and their admins",
    body: [
      "Friends meet in squads, and these are the rules of every squad:",
      [
        "Whoever creates a squad becomes its admin, and is shown as the Squad Leader.",
        "A squad is public or private. It starts private; its admins decide. Anyone who is signed in can join a public squad, a private one only by invitation.",
        "Members can leave at any time. The last admin first makes somebody else admin. When the last member leaves, the squad and all it holds are deleted.",
        "Admins can remove members, with or without a reason. Somebody who was removed cannot come back by the old invite link.",
        "Admins can make other members admins, change the squad's settings, and delete photos, trips and the squad.",
      ],
      "We do not settle arguments among friends about who should be in a squad.",
    ],
  },
  {
    id: "your-photos",
    title: "Your photos stay yours",
    body: [
      "You keep all rights to what you upload. You allow us to store it, to make smaller copies of it, and to show it to the people whom the squad's settings let in, for as long as it is here. That is all we do with it.",
      "Upload only what you may share. If people can be recognised in a photo, ask them.",
      "Other members may download your photos. What they do with them outside is between you and them.",
    ],
  },
  {
    id: "be-a-good-mate",
    title: "Be a good mate",
    body: [
      "Do not use Swellmates for any of this:",
      [
        "harassment, hatred, threats, or anything unlawful;",
        "nude or sexual pictures of anybody under 18, ever;",
        "photos of people who asked you not to share them;",
        "getting into squads, trips or accounts that are not yours;",
        "malware, spam, or invitations to people who do not know you;",
        "overloading the service, or scraping it.",
      ],
      "We may remove content and close accounts that break these rules.",
    ],
  },
  {
    id: "awards",
    title: "Awards are for fun",
    body: [
      "Award votes are a game among friends. They carry no prize and no value. Keep the categories kind: laughing together is the point.",
    ],
  },
  {
    id: "fees",
    title: "Fees",
    body: [
      "Should a part of the service cost a fee, its price is shown before you agree to it. Fees are non-refundable, except where the law says otherwise.",
    ],
  },
  {
    id: "ending-it",
    title: "Ending it",
    body: [
      "You can delete your account at any time on your account page, and take your data with you before. We may close your account if you break these terms, or close the whole service; then you get time to export what is yours, unless the law or somebody's safety does not allow it.",
    ],
  },
  {
    id: "as-it-is",
    title: "As it is",
    body: [
      "The service is provided as it is and as it is available, without warranties of any kind. Keep copies of what you cannot replace.",
      "To the extent the law allows, we are not liable for indirect or consequential damage, nor for what other members do, and in total for no more than you paid us in the twelve months before.",
      "Trips are planned here, and taken out there. The sea, the road and your judgement are your own responsibility.",
    ],
  },
  {
    id: "governing-law",
    title: "Governing law",
    body: [
      "These terms are governed by the law of the State of California, without regard to its rules on the conflict of laws. Rights that the law of the place where you live gives you as a consumer stay yours.",
    ],
  },
  {
    id: "arbitration",
    title: "Arbitration",
    body: [
      "Talk to us first: most things are settled by a message. A dispute that we cannot settle within 60 days is decided by binding arbitration in California by a single arbitrator, one person's case at a time, and not in court or as a class action.",
      "Either of us may still go to a small claims court, and may ask a court to stop somebody from misusing what is not theirs. Where the law does not allow this section, it does not apply to you.",
    ],
  },
  {
    id: "changes",
    title: "Changes",
    body: [
      "We may change these terms. Then the date at the top of this page changes. If the change matters, you will hear of it before it takes effect; who goes on using Swellmates after that agrees to it.",
    ],
  },
  {
    id: "contact",
    title: "Contact",
    body: ["Questions about these terms? Use the Contact Us link at the foot of the page."],
  },
];

/** The terms of service. */
export const TermsOfServicePage = () => (
  <PolicyPage
    title="Terms of Service"
    intro="By using Swellmates you agree to the following. We kept it as short as it can be."
    clauses={clauses}
  />
);
