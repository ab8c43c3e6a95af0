------------------------------- MODULE commit -------------------------------
(***************************************************************************)
(* The commit protocol of PROTOCOL.md: concurrent jobs that add to one     *)
(* dataset or replace it, and a reader.                                    *)
(*                                                                         *)
(* No process must take a step. An attempt or driver that dies takes no    *)
(* more steps. A late attempt takes its next step at any later time. TLC   *)
(* tries all of these cases, and no action needs to specify them.          *)
(*                                                                         *)
(* A job is a number, which is also the order of its ID. An object is      *)
(* <<job, task, attempt>>, which is its name and its ETag. Task n writes   *)
(* to partition n. An entry is <<object, job>> with the job whose manifest *)
(* added it. So two additions of one object differ. A manifest is          *)
(* identified by its job, because it never changes after it was written.   *)
(* `base`, `deltas` and `claims` are the manifests and claims at           *)
(* D/_SUCCESS, D/_SUCCESS.delta.ID and D/_SUCCESS.claim.ID.                *)
(***************************************************************************)
EXTENDS Integers

CONSTANTS
    Plans,      \* sequences of jobs [kind, tasks, attempts]; each behaviour has one of them
    Mutation    \* the name of one wrong step, or "none"

VARIABLES
    plan,       \* the jobs of this behaviour
    way,        \* how the base is replaced: by "condition" or by "claim"
    attempts,   \* the state of each attempt: "idle", "published", "reported", "aborted"
    received,   \* the attempts whose commit message the driver received
    phase,      \* the state of each driver
    seen,       \* what an overwriter read when it was set up: the base, and the entries of it that it replaces
    manifest,   \* the content of each job's manifest
    objects,    \* the store: published objects,
    base,       \*   the job whose manifest is the base,
    deltas,     \*   jobs whose manifest is a delta,
    claims,     \*   jobs whose claim counts,
    wire,       \*   and PUTs whose sender no longer waits, but which may still arrive
    reader,     \* one reader
    truth,      \* for the promises: the entries that should count,
    committed,  \*   jobs whose manifest was once written,
    dropped,    \*   objects that an abort deleted,
    disturbed   \*   whether an attempt or job that was given up has changed what can be read

drivers == <<phase, seen, manifest>>
store == <<objects, base, deltas, claims, wire>>
ghosts == <<truth, committed, dropped>>
fixed == <<plan, way>>

None == -1      \* there is no base
Older == 0      \* a previous job, which wrote the dataset that exists at first

Jobs == DOMAIN plan
Kind(job) == plan[job].kind
Tasks(job) == plan[job].tasks
AllAttempts == UNION {{job} \X Tasks(job) \X (1..plan[job].attempts) : job \in Jobs}
Job(object) == object[1]
Task(object) == object[2]
Object(entry) == entry[1]
Objects(entries) == {Object(entry) : entry \in entries}

Mutated(name) == Mutation = name

-----------------------------------------------------------------------------
(* The content of manifests: section 5. *)

Counted(aBase, someDeltas) ==
    IF Mutated("FoldedCounts") THEN someDeltas ELSE someDeltas \ manifest[aBase].folded

RemovedBy(someDeltas) == UNION {manifest[job].removed : job \in someDeltas}

(* The entries of a base and of deltas that a LIST showed together. A removal hides the entry that it names. *)
StateOf(aBase, someDeltas) ==
    LET counted == Counted(aBase, someDeltas)
        removed == RemovedBy(counted)
        all == manifest[aBase].entries \union UNION {manifest[job].entries : job \in counted}
    IN  IF Mutated("RemovalByKey")
        THEN {entry \in all : Object(entry) \notin Objects(removed)}
        ELSE all \ removed

State == StateOf(base, deltas)

(* What can be read: entries whose objects exist. *)
Readable == Objects(State) \intersect objects

(* The objects of a job whose commit messages its driver received. *)
Written(job) == {object \in received : Job(object) = job}

(* The objects that a user moves back: those that the job before moved away. *)
MovedBack(job) == Objects(manifest[job - 1].removed)

(* The entries that a job adds. *)
Entries(job) == {<<object, job>> : object \in IF Kind(job) = "restore" THEN MovedBack(job) ELSE Written(job)}

(* The entries of a state that a job replaces. *)
Replaced(job, state) ==
    CASE Kind(job) = "overwrite" -> state
      [] Kind(job) \in {"partitions", "remove"} -> {entry \in state : Task(Object(entry)) \in Tasks(job)}
      [] Kind(job) = "restore" -> {entry \in state : Object(entry) \in MovedBack(job)}
      [] OTHER -> {}

(* The entries that a base copies from previous manifests, which it does not add. *)
Carried(job, entries) ==
    IF Mutated("AddedForgotten") THEN {<<object, job>> : object \in Objects(entries)} ELSE entries

(* A base, from the deltas that a LIST shows. Its `removed` has the entries that it replaces. *)
NewBase(job, shown) ==
    LET state == StateOf(base, shown)
        looked == IF Mutated("FoldsUnseen") THEN Jobs ELSE shown \* Other deltas remain, as additions after it.
    IN  [entries |-> Carried(job, state \ Replaced(job, state)) \union Entries(job),
         folded |-> looked \union (IF Mutated("FoldedForgotten") THEN {} ELSE manifest[base].folded),
         removed |-> Replaced(job, state),
         replaced |-> base]

NewDelta(job, shown) ==
    [entries |-> Entries(job), folded |-> {}, removed |-> Replaced(job, StateOf(base, shown)), replaced |-> None]

(* What a LIST may show of the deltas. It may be late. *)
Listings == SUBSET deltas

-----------------------------------------------------------------------------
(* A PUT of a manifest that the store applies. The first one makes the job committed. *)

Commit(job) ==
    /\ committed' = committed \union {job}
    /\ truth' = IF job \in committed THEN truth ELSE (truth \ manifest[job].removed) \union Entries(job)

ApplyDelta(job) ==
    /\ deltas' = deltas \union {job}
    /\ Commit(job)
    /\ UNCHANGED <<base, dropped>>

ApplyBase(job) ==
    /\ base' = job
    /\ Commit(job)
    /\ UNCHANGED <<deltas, dropped>>

Ended(job) == phase[job] \in {"succeeded", "failed", "aborted"}

Become(job, next) == phase' = [phase EXCEPT ![job] = next]

-----------------------------------------------------------------------------
(* Attempts. Any number of them may publish. It must not matter which of them the driver allowed to commit. *)

(* The objects that a published object replaces: none, because the name of each attempt's object is unique. *)
SameName(attempt) ==
    IF Mutated("LateAttemptSharesName") /\ Ended(Job(attempt))
    THEN {object \in objects : Job(object) = Job(attempt) /\ Task(object) = Task(attempt)}
    ELSE {}

Publish(attempt) ==
    /\ phase[Job(attempt)] # "new"
    /\ attempts[attempt] = "idle" \/ Mutated("ReportBeforePublish")
    /\ attempt \notin objects
    /\ attempts' = [attempts EXCEPT ![attempt] = IF @ = "idle" THEN "published" ELSE @]
    /\ objects' = (objects \ SameName(attempt)) \union {attempt}
    /\ UNCHANGED <<received, drivers, base, deltas, claims, wire, reader, ghosts>>

(* Sends the commit message. It is lost if the driver never receives it. *)
Report(attempt) ==
    /\ attempts[attempt] = (IF Mutated("ReportBeforePublish") THEN "idle" ELSE "published")
    /\ phase[Job(attempt)] # "new"
    /\ attempts' = [attempts EXCEPT ![attempt] = "reported"]
    /\ UNCHANGED <<received, drivers, store, reader, ghosts>>

(* An attempt that has sent its commit message must not be aborted: the driver may have received it. *)
AbortTask(attempt) ==
    /\ attempts[attempt] \in {"published"} \union (IF Mutated("AbortReported") THEN {"reported"} ELSE {})
    /\ attempts' = [attempts EXCEPT ![attempt] = "aborted"]
    /\ objects' = objects \ {attempt}
    /\ dropped' = dropped \union {attempt}
    /\ UNCHANGED <<received, drivers, base, deltas, claims, wire, reader, truth, committed>>

AttemptStep(attempt) == Publish(attempt) \/ Report(attempt) \/ AbortTask(attempt)

-----------------------------------------------------------------------------
(* A driver, up to the commit. *)

SetUp(job) ==
    /\ phase[job] = "new"
    /\ Become(job, "running")
    /\ seen' = [seen EXCEPT ![job] = [base |-> base, entries |-> Replaced(job, manifest[base].entries)]]
    /\ UNCHANGED <<attempts, received, manifest, store, reader, ghosts>>

ReceiveMessage(job) ==
    /\ phase[job] = "running"
    /\ \E attempt \in AllAttempts \ received :
        /\ Job(attempt) = job
        /\ attempts[attempt] = "reported"
        /\ \A other \in Written(job) : Task(other) # Task(attempt) \/ Mutated("BothMessages")
        /\ received' = received \union {attempt}
    /\ UNCHANGED <<attempts, drivers, store, reader, ghosts>>

HasAllMessages(job) ==
    CASE Kind(job) = "remove" -> TRUE
      \* Moved away before, objects deleted.
      [] Kind(job) = "restore" -> /\ phase[job - 1] = "succeeded"
                                  /\ MovedBack(job) # {}
                                  /\ MovedBack(job) \intersect objects = {}
      [] OTHER -> {Task(attempt) : attempt \in Written(job)} = Tasks(job)

(* An append creates the dataset if a LIST shows neither base nor delta. A removal reads the entries that it removes. *)
(* A user who moves objects back copies them first.                                                                   *)
BeginCommit(job) ==
    /\ phase[job] = "running"
    /\ HasAllMessages(job)
    /\ objects' = objects \union (IF Kind(job) = "restore" THEN MovedBack(job) ELSE {})
    /\ \E shown \in Listings :
        LET replaces == Kind(job) \in {"overwrite", "partitions"}
                        \/ (Kind(job) = "append" /\ base = None /\ shown = {})
        IN  IF replaces
            THEN Become(job, "replacing") /\ UNCHANGED manifest
            ELSE Become(job, "adding") /\ manifest' = [manifest EXCEPT ![job] = NewDelta(job, shown)]
    /\ UNCHANGED <<attempts, received, seen, base, deltas, claims, wire, reader, ghosts>>

(* Before its manifest is sent, a job may fail for any reason. *)
Fail(job) ==
    /\ phase[job] \in {"running", "replacing", "claimed", "ready", "adding"}
    /\ Become(job, "failed")
    /\ claims' = claims \ {job}
    /\ UNCHANGED <<attempts, received, seen, manifest, objects, base, deltas, wire, reader, ghosts>>

-----------------------------------------------------------------------------
(* Commit of an addition: one PUT at the job's own key, which may be sent again. *)

Add(job) ==
    /\ phase[job] \in {"adding", "resending"}
    /\ Become(job, "succeeded")
    /\ ApplyDelta(job)
    /\ UNCHANGED <<attempts, received, seen, manifest, objects, claims, wire, reader>>

AddWithoutResponse(job) ==
    /\ phase[job] = "adding"
    /\ Become(job, "resending")
    /\ wire' = wire \union {<<job, "delta">>}
    /\ UNCHANGED <<attempts, received, seen, manifest, objects, base, deltas, claims, reader, ghosts>>

-----------------------------------------------------------------------------
(* Commit of a replacement. *)

(* C1 *)
PutClaim(job) ==
    /\ way = "claim"
    /\ phase[job] = "replacing"
    /\ Become(job, "claimed")
    /\ claims' = claims \union {job}
    /\ UNCHANGED <<attempts, received, seen, manifest, objects, base, deltas, wire, reader, ghosts>>

MayReplaceBase(job) ==
    \/ base = seen[job].base
    \/ Kind(job) = "partitions" /\ Replaced(job, manifest[base].entries) = seen[job].entries

Rivals(job) ==
    CASE way = "condition" \/ Mutated("NoLook") -> {}
      [] Mutated("NoWait") -> {rival \in claims : rival < job}
      [] OTHER -> claims \ {job, base}

(* Another job was faster. A job that creates the dataset adds to it instead. Others fail. *)
Withdraw(job) ==
    /\ claims' = claims \ {job}
    /\ IF Kind(job) = "append"
       THEN Become(job, "adding") /\ manifest' = [manifest EXCEPT ![job] = NewDelta(job, {})]
       ELSE Become(job, "failed") /\ UNCHANGED manifest

(* One LIST: C2 to C4, or the LIST before a conditional PUT. A job that waits sends it again later. *)
Look(job) ==
    /\ phase[job] = (IF way = "claim" THEN "claimed" ELSE "replacing")
    /\ \/ /\ ~MayReplaceBase(job) \/ \E rival \in Rivals(job) : rival < job
          /\ Withdraw(job)
          /\ UNCHANGED objects
       \/ /\ MayReplaceBase(job)
          /\ Rivals(job) = {}
          /\ Become(job, "ready")
          /\ \E shown \in Listings : manifest' = [manifest EXCEPT ![job] = NewBase(job, shown)]
          /\ objects' = IF Mutated("DeleteBeforeManifest") THEN objects \ Objects(manifest'[job].removed) ELSE objects
          /\ UNCHANGED claims
    /\ UNCHANGED <<attempts, received, seen, base, deltas, wire, reader, ghosts>>

(* By claim: whether the base may be sent. By condition: whether the store applies it. *)
Allowed(job) ==
    IF way = "claim"
    THEN job \in claims \/ Mutated("LateBase")
    ELSE base = manifest[job].replaced \/ Mutated("NoCondition")

(* C5, or the conditional PUT. If the store refuses a base of partitions, the job computes it again. *)
PutBase(job) ==
    /\ phase[job] = "ready"
    /\ \/ /\ Allowed(job)
          /\ Become(job, "succeeded")
          /\ ApplyBase(job)
          /\ UNCHANGED <<manifest, claims>>
       \/ /\ ~Allowed(job)
          /\ IF Kind(job) = "partitions" /\ way = "condition"
             THEN Become(job, "replacing") /\ UNCHANGED <<manifest, claims>>
             ELSE Withdraw(job)
          /\ UNCHANGED <<base, deltas, ghosts>>
    /\ UNCHANGED <<attempts, received, seen, objects, wire, reader>>

PutBaseWithoutResponse(job) ==
    /\ phase[job] = "ready"
    /\ Allowed(job) \/ way = "condition"
    /\ Become(job, "unsure")
    /\ wire' = wire \union {<<job, "base">>}
    /\ UNCHANGED <<attempts, received, seen, manifest, objects, base, deltas, claims, reader, ghosts>>

(* The base shows the result of a PUT without response: it is this job's, or replaced it, or replaced what this job   *)
(* meant to replace. Otherwise the result is unknown, because the PUT may still arrive.                               *)
ReadBack(job) ==
    /\ phase[job] = "unsure"
    /\ LET last == manifest[base].replaced
           done == base = job \/ last = job
           lost == base # job /\ base # manifest[job].replaced /\ last = manifest[job].replaced
       IN  \/ done /\ Become(job, "succeeded") /\ UNCHANGED <<manifest, claims>>
           \/ lost /\ Withdraw(job)
           \/ ~done /\ Mutated("NoReadBack") /\ Become(job, "succeeded") /\ UNCHANGED <<manifest, claims>>
           \/ ~done /\ Mutated("UnknownIsRefused") /\ Withdraw(job)
    /\ UNCHANGED <<attempts, received, seen, objects, base, deltas, wire, reader, ghosts>>

(* By claim, a base must be sent only once, until it is there: then the same bytes change nothing. This mutation      *)
(* sends it again while the claim exists.                                                                             *)
PutBaseAgain(job) ==
    /\ Mutated("SendTwice")
    /\ way = "claim"
    /\ phase[job] = "unsure"
    /\ job \in claims
    /\ Become(job, "succeeded")
    /\ ApplyBase(job)
    /\ UNCHANGED <<attempts, received, seen, manifest, objects, claims, wire, reader>>

GiveUp(job) ==
    /\ phase[job] \in {"unsure", "resending"}
    /\ Become(job, "unknown")
    /\ UNCHANGED <<attempts, received, seen, manifest, store, reader, ghosts>>

-----------------------------------------------------------------------------
(* A driver, after the commit. It deletes complete keys, in any order. *)

(* The objects that a job does not delete: those that count again, and those that others removed and may move back. *)
Spared(job) ==
    IF Mutated("DeletesMovedBack")
    THEN {}
    ELSE Objects(State) \union Objects(RemovedBy(Counted(base, deltas) \ {job}))

(* A user who moves objects back has finished moving them away. *)
MovesBack(job) == job + 1 \in Jobs /\ Kind(job + 1) = "restore" /\ phase[job + 1] # "running"

DeleteReplaced(job) ==
    LET replaced == Objects(manifest[job].removed) \intersect objects
        garbage == CASE Mutated("DeleteByPrefix") -> objects \ Objects(State)
                     [] Mutated("DeletesUnlisted") /\ Kind(job) = "remove" ->
                            {object \in objects : Task(object) \in Tasks(job)}
                     [] OTHER -> replaced \ Spared(job)
    IN  /\ phase[job] = "succeeded"
        /\ garbage # {}
        /\ ~MovesBack(job)
        /\ objects' = objects \ garbage
        /\ UNCHANGED <<attempts, received, drivers, base, deltas, claims, wire, reader, ghosts>>

DeleteFolded(job) ==
    /\ phase[job] = "succeeded"
    /\ manifest[job].folded \intersect deltas # {}
    /\ deltas' = deltas \ manifest[job].folded
    /\ UNCHANGED <<attempts, received, drivers, objects, base, claims, wire, reader, ghosts>>

DeleteClaim(job) ==
    /\ phase[job] = "succeeded"
    /\ job \in claims
    /\ claims' = claims \ {job}
    /\ UNCHANGED <<attempts, received, drivers, objects, base, deltas, wire, reader, ghosts>>

AbortJob(job) ==
    /\ \/ phase[job] = "failed" /\ Become(job, "aborted")
       \/ Mutated("AbortUnknown") /\ phase[job] = "unknown" /\ UNCHANGED phase
    /\ objects' = objects \ Written(job)
    /\ dropped' = dropped \union Written(job)
    /\ UNCHANGED <<attempts, received, seen, manifest, base, deltas, claims, wire, reader, truth, committed>>

DriverStep(job) ==
    \/ SetUp(job) \/ ReceiveMessage(job) \/ BeginCommit(job) \/ Fail(job)
    \/ Add(job) \/ AddWithoutResponse(job)
    \/ PutClaim(job) \/ Look(job) \/ PutBase(job) \/ PutBaseWithoutResponse(job)
    \/ ReadBack(job) \/ PutBaseAgain(job) \/ GiveUp(job)
    \/ DeleteReplaced(job) \/ DeleteFolded(job) \/ DeleteClaim(job) \/ AbortJob(job)

-----------------------------------------------------------------------------
(* The store, and time. *)

(* A PUT whose sender no longer waits arrives, or never does, because no step is required. *)
Arrive(job) ==
    /\ \/ /\ <<job, "delta">> \in wire
          /\ wire' = wire \ {<<job, "delta">>}
          /\ ApplyDelta(job)
       \/ /\ <<job, "base">> \in wire
          /\ way = "claim" \/ base = manifest[job].replaced
          /\ wire' = wire \ {<<job, "base">>}
          /\ ApplyBase(job)
    /\ UNCHANGED <<attempts, received, drivers, objects, claims, reader>>

(* A claim is five minutes old. No base of its owner can still arrive: it was sent in the first two minutes, and a    *)
(* request that its sender gave up two minutes ago does not arrive.                                                   *)
Age(job) ==
    /\ job \in claims
    /\ claims' = claims \ {job}
    /\ wire' = wire \ {<<job, "base">>}
    /\ UNCHANGED <<attempts, received, drivers, objects, base, deltas, reader, ghosts>>

-----------------------------------------------------------------------------
(* A reader: R1. It reads once, at any time, which is sufficient. *)

Unread == [step |-> "idle", base |-> None, deltas |-> {}, expected |-> {}]

List ==
    /\ reader.step = "idle"
    /\ reader' = [step |-> "listed", base |-> base, deltas |-> deltas, expected |-> truth]

GetBase ==
    /\ reader.step = "listed"
    /\ reader' = IF base = reader.base \/ Mutated("AnyBase")
                 THEN [reader EXCEPT !.step = "based", !.base = base]
                 ELSE Unread

GetDeltas ==
    /\ reader.step = "based"
    /\ reader' = IF Counted(reader.base, reader.deltas) \subseteq deltas \/ Mutated("GoneDelta")
                 THEN [reader EXCEPT !.step = "done", !.deltas = @ \intersect deltas]
                 ELSE Unread

ReaderStep ==
    /\ List \/ GetBase \/ GetDeltas
    /\ UNCHANGED <<attempts, received, drivers, store, ghosts>>

-----------------------------------------------------------------------------

(* An attempt is given up if the message of another was received, or its job has ended. *)
AttemptGivenUp(attempt) ==
    /\ attempt \notin received
    /\ Ended(Job(attempt)) \/ \E other \in Written(Job(attempt)) : Task(other) = Task(attempt)

Disturbs(givenUp) == disturbed' = (disturbed \/ (givenUp /\ Readable' # Readable))

Init ==
    /\ plan \in Plans
    /\ way \in {"condition", "claim"}
    /\ base \in {None, Older}
    /\ LET old == {<<<<Older, 1, 1>>, Older>>, <<<<Older, 2, 1>>, Older>>}
           nothing == [entries |-> {}, folded |-> {}, removed |-> {}, replaced |-> None]
       IN  /\ manifest = [job \in {None, Older} \union Jobs |->
                            IF job = Older THEN [nothing EXCEPT !.entries = old] ELSE nothing]
           /\ truth = IF base = Older THEN old ELSE {}
           /\ objects = Objects(truth)
    /\ attempts = [attempt \in AllAttempts |-> "idle"]
    /\ received = {}
    /\ phase = [job \in Jobs |-> IF Kind(job) \in {"overwrite", "partitions"} THEN "new" ELSE "running"]
    /\ seen = [job \in Jobs |-> [base |-> None, entries |-> {}]]
    /\ deltas = {}
    /\ claims = {}
    /\ wire = {}
    /\ reader = Unread
    /\ committed = {}
    /\ dropped = {}
    /\ disturbed = FALSE

Next ==
    /\ UNCHANGED fixed
    /\ \/ \E attempt \in AllAttempts : AttemptStep(attempt) /\ Disturbs(AttemptGivenUp(attempt))
       \/ \E job \in Jobs : (DriverStep(job) \/ Arrive(job)) /\ Disturbs(Ended(job))
       \/ \E job \in Jobs : Age(job) /\ Disturbs(FALSE)
       \/ ReaderStep /\ Disturbs(FALSE)

Spec == Init /\ [][Next]_<<fixed, attempts, received, drivers, store, reader, ghosts, disturbed>>

-----------------------------------------------------------------------------
(* The promises: section 7. *)

(* Objects that count exist. (An object is also its ETag and its length.) *)
Complete == Objects(State) \subseteq objects

Exclusive == \A one, other \in Objects(State) : Job(one) = Job(other) /\ Task(one) = Task(other) => one = other

(* Only the expected entries count, none counts twice, and a reader gets the state at the moment of its LIST. *)
Atomic ==
    /\ Objects(State) \subseteq Objects(truth)
    /\ \A job \in Counted(base, deltas) : manifest[job].entries \intersect manifest[base].entries = {}
    /\ reader.step = "done" => Objects(StateOf(reader.base, reader.deltas)) = Objects(reader.expected)

(* Nothing that counts was deleted by an abort. *)
Abortable == Objects(State) \intersect dropped = {}

Continuous == ~disturbed

(* A committed job's entries count until a job that read them when it began replaces or removes them. *)
Concurrent == Objects(truth) \subseteq Objects(State)

(* Objects that a user moved back count until a job that read their entries replaces or removes them. *)
DurableMembership ==
    \A job \in committed :
        Kind(job) = "restore" =>
            \A entry \in manifest[job].entries :
                \/ entry \in State
                \/ \E other \in committed : entry \in manifest[other].removed

Honest ==
    \A job \in Jobs :
        /\ phase[job] = "succeeded" => job \in committed
        /\ phase[job] \in {"failed", "aborted"} => job \notin committed

-----------------------------------------------------------------------------
(* Plans. *)

Does(kind, tasks, count) == [kind |-> kind, tasks |-> tasks, attempts |-> count]

Append == Does("append", {1}, 1)
Overwrite == Does("overwrite", {1}, 1)
Partition(task) == Does("partitions", {task}, 1)
Remove == Does("remove", {1}, 0)
Restore == Does("restore", {}, 0)       \* moves back what the job before it removed
Truncate == Does("overwrite", {}, 0)    \* writes nothing, and so is small
Speculated(job) == [job EXCEPT !.attempts = 2]

SmallPlans == {
    <<Speculated(Append), Truncate>>,
    <<Truncate, Append>>,
    <<Truncate, Overwrite>>,
    <<Partition(1), Partition(2)>>,
    <<Truncate, Partition(1)>>,
    <<Partition(1), Remove>>,
    <<Remove, Restore, Truncate>>,
    <<Remove, Restore, Partition(2)>>}

(* Sufficient to show the mutations. *)
Speculation == {<<Speculated(Append), Truncate>>}
Addition == {<<Truncate, Append>>}
AddAndRemove == {<<Append, Remove>>}
Replacement == {<<Overwrite, Truncate>>}
Overwrites == {<<Overwrite, Overwrite>>}
Removal == {<<Partition(2), Remove>>}
MoveBack == {<<Remove, Restore, Truncate>>}
ThreeJobs == {<<Append, Truncate, Truncate>>}

LargePlans ==
    LET kinds == {Append, Overwrite, Partition(1), Partition(2), Remove}
    IN  {<<one, other>> : one, other \in kinds}
            \union {<<Speculated(Append), Overwrite>>, <<Overwrite, Speculated(Partition(1))>>}
            \union ThreeJobs
            \union {<<Truncate, Truncate, Truncate>>, <<Remove, Truncate, Truncate>>}
            \union {<<Remove, Restore, other>> : other \in {Append, Overwrite, Partition(1), Partition(2)}}

=============================================================================
