/**
 * Snapshots (<i>states</i>) of a simulation, and how they get from the thread that writes them to those that read them.
 *
 * <h2>What you can rely on</h2>
 *
 * <p>A renderer interpolates, so it needs adjacent states. A <i>window</i> is the set of the newest K states, which a
 * reader takes as a whole.
 *
 * <ul>
 *   <li>Publishing and acquiring are wait-free: neither waits for the other side or tries again.
 *   <li>Every state of a window is complete, and does not change while its reader may look at it.
 *   <li>A reader never gets an older window than before, and no window has a gap. Each state knows the tick of the one
 *       before it.
 *   <li>Readers may join and leave at any time. A reader that joins has the newest window at once, also after the
 *       publisher has ended. If one is lost without being closed, the next that joins gets its memory.
 *   <li>The memory is {@code K * (readers + 1) + 2} states, counting at least one reader: one more than its
 *       buffer slots, for amendments.
 *   <li>The cost of a state follows the bodies that change. What is not written stays as it was.
 * </ul>
 *
 * <h2>How it works: a triple buffer of windows</h2>
 *
 * <p>A <i>buffer slot</i> is the memory for one state. (A slot without this word is the number of a body.) A reader
 * shows the simulation with a delay of one gap plus D. Its picture never freezes while
 *
 * <pre>
 *   Lmax &lt;= D &lt;= (K - 2) * gap / scale + Lmin
 *
 *   L      lateness: the wall time from when a state was due until it was published; Lmin and Lmax bound it
 *   D      the reader's allowed lateness: how late a state may be before motion continues without it
 *   gap    the simulation time between neighbouring states
 *   scale  the time scale: simulation time per wall time
 * </pre>
 *
 * <p>So a window of two states is smooth only if L never varies, whereas one of four tolerates two gaps of variation.
 * Here, the physics thread is writing the state of tick 18:
 *
 * <pre>
 *   slot           0     1     2     3     4     5
 *   its tick    [ 17 ][ 14 ][ 18 ][ 15 ][ 16 ][    ]   the physics thread writes each state once, in place
 *   window      0 4 3 1                                one long of slot numbers, newest first: ticks 17, 16, 15, 14
 *   mailboxes   [window]  [TAKEN]  [window]            one for each reader: a window to take, or TAKEN
 * </pre>
 *
 * <p>Each reader has a <i>seat</i> in the buffer's list, and each seat has a mailbox. Publish is {@code old =
 * mailbox.getAndSet(window)} for each seat. Acquire loads the mailbox and, if a window is there, does {@code window =
 * mailbox.getAndSet(TAKEN)}. If the publisher gets {@code TAKEN} back, the reader has taken the window of the previous
 * publish, and released the one before.
 *
 * <h2>What is not written stays as it was</h2>
 *
 * <p>A <i>block</i> is 64 adjacent slots. Each block of a state has a version, a number that the publisher never uses
 * for two contents of that block. A block with a written value, a spawn, a removal or a teleport gets a new one when
 * the state is complete. The next state is written over an older one: {@code Written} copies what has changed since
 * then from the newest, and {@code History} knows which bodies these are, for the last 16 states. The finite check, the
 * hash and readers skip blocks whose version they have seen.
 *
 * <p>A state may be written and not published: its tick was only hashed, or a value in it was NaN or infinite. The next
 * state uses the same memory. If an amendment comes in between, the state under way is put aside.
 *
 * <p>Every slot has an <i>epoch</i>, odd while it has a body. Its lower 24 bits count spawns and removals, and its
 * upper 8 bits count teleports, so a reader can tell a teleported body from a new one. It does not interpolate between
 * different epochs. A new epoch is computed from that of the newest published state, so no count wraps within a window
 * of at most 8 states. In a pause, a state can be replaced more often than that, but by then the picture has passed the
 * states before it. After the greatest life, a slot continues with the life 2, because 0 says that it never had a body.
 * Rejected: a flag "teleported in this tick", which a reader that skips the tick never sees.
 *
 * <h2>Why the guarantees hold</h2>
 *
 * <p>In this list, a slot is a buffer slot.
 *
 * <ol>
 *   <li><b>Wait-free.</b> Neither side retries. The number of readers bounds the search for a free slot.
 *   <li><b>Whole.</b> The publisher's writes to a slot come before its exchange in program order. The reader's exchange
 *       reads what that exchange wrote. Both are volatile, so the writes happen before the reads.
 *   <li><b>Untouched.</b> No slot is written while a reader may look at it. The publisher records for each reader the
 *       window that the reader is known to hold. It never writes a slot of such a window, or of the newest window. The
 *       newest is the only one that a reader may hold without the publisher's knowledge: if the reader had taken an
 *       older one, the next publish would have got {@code TAKEN} back, and would have recorded it. The reader's last
 *       look at its window comes before its next exchange in program order. That exchange wrote {@code TAKEN}, which
 *       the publisher's exchange reads. So the reader's last look happens before every later write.
 *   <li><b>Never out of slots.</b> {@code SlotPool} counts them.
 *   <li><b>Never backwards, nothing lost.</b> Between two publishes, each mailbox holds the newest window or
 *       {@code TAKEN}. A reader that finds {@code TAKEN} holds the newest window already. Each window that is put into
 *       a mailbox is newer than those before.
 *   <li><b>Joining.</b> Only the joiner pays for it. The first seat is permanent, so every publish exchanges with its
 *       mailbox.
 *       <pre>
 *         joiner                                              publish
 *     1   adds its seat to the list                           stores the newest window (release)
 *     2   exchanges with the first seat's mailbox,            exchanges with the first seat's mailbox
 *         and leaves its content as it is
 *     3   reads the newest window (acquire)                   reads the list of seats
 *     4   offers that window in its own mailbox
 *       </pre>
 *       <p>Both exchanges of step 2 are on the same mailbox, so the second thread sees all that the first did before
 *       its own exchange. If the joiner comes first, the publish finds the seat in its step 3. If the publish comes
 *       first, the joiner finds its window or a newer one in step 3. The slots of that window are not written until a
 *       later publish has ended, which finds the seat. Step 4 is a compare-and-set, which fails if a publish has filled
 *       the mailbox before. Rejected: a second exchange or a fence in publish, because every publish would pay for it.
 *   <li><b>Leaving.</b> A reader removes its seat from the list after its last look at a state. So if a publish no
 *       longer finds the seat, the reader holds nothing. A reader that leaves the first seat returns its window to the
 *       mailbox, unless a newer one is there.
 *   <li><b>Garbage without leaving.</b> The thread of a reader whose {@link StateReader} is garbage may still look at
 *       the states of its last window, so these must never be written again. The next joiner frees the seat, and leaves
 *       new State objects for these slots: {@code Renewal} says why the publisher uses them in time.
 *   <li><b>Ended threads.</b> After the thread of the publisher or of a reader has ended, the next thread that uses the
 *       object becomes its owner, by a compare-and-set. If the buffer is full, a joiner takes over such a reader in the
 *       same way, and closes it. It has seen the thread's end, so all reads of that thread came before.
 *   <li><b>Amending.</b> The newest state can be published again with a new {@link io.github.freestep.time.TimeAnchor},
 *       or with other content and the next edition: while time is paused, or if a remote state comes after a copy was
 *       published for it. It then takes the place of the original in the window. Rejected: a further state of the same
 *       time, because a few would push all others out of the window.
 * </ol>
 *
 * <h2>How this is verified</h2>
 *
 * <p>{@code HandoffModel} explores all executions of the protocol under release and acquire alone, so also those of
 * processors weaker than x86. It fails for each planted fault and weakened access, and a test compares its accesses,
 * and the order in which each method makes them, with the class files. jcstress runs the real classes, and a planted
 * bug. A stress run compares every float of every window, and a seeded test compares what is written in parts with a
 * copy of all values.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>A lock, or a read-write lock: a reader that is preempted inside stops the simulation.
 *   <li>A sequence lock: the reader must copy each state, and retries for as long as the writer is faster.
 *   <li>A volatile reference to a fresh snapshot: megabytes of garbage a second.
 *   <li>A queue of states: a reader that sleeps fills it, and then the writer waits or a state is dropped.
 *   <li>A triple buffer of single states, of which the reader keeps copies: whenever two ticks fall between two frames,
 *       it loses a state.
 * </ul>
 */
@NullMarked
package io.github.freestep.state;

import org.jspecify.annotations.NullMarked;
