/**
 * States of a simulation, and how they get from the one thread that writes them to the many that read them.
 *
 * <h2>Who may call what</h2>
 *
 * <table>
 *   <caption>The types, and the threads that use them</caption>
 *   <tr><th>type</th><th>thread</th><th>guarantee</th></tr>
 *   <tr><td>{@link StatePublisher}, {@link StateWriter}, {@link Bodies}</td><td>the physics thread</td>
 *       <td>wait-free, no allocation</td></tr>
 *   <tr><td>{@link StateReader}, {@link State}</td><td>one reading thread each</td>
 *       <td>wait-free, no allocation</td></tr>
 *   <tr><td>{@link StateBuffer}</td><td>any</td><td>only threads that join or leave take a lock</td></tr>
 *   <tr><td>{@link StateLayout}</td><td>any</td><td>immutable</td></tr>
 *   <tr><td>{@link Hits}</td><td>one thread at a time</td><td>no allocation</td></tr>
 * </table>
 *
 * <h2>What you can rely on</h2>
 *
 * <p>A renderer interpolates, so it needs adjacent states, never just the newest. A <i>window</i> is the set of the
 * newest K states, which a reader takes as a whole.
 *
 * <ul>
 *   <li>Publishing and acquiring are wait-free: neither waits for the other side or tries again.
 *   <li>Every state of a window is complete, and does not change while its reader may look at it, however long that is.
 *   <li>A reader never gets an older window than before, and a window misses no state. Each state has the tick of the
 *       state before it. So a reader notices a tick of which no state was written.
 *   <li>Readers may join and leave at any time, also while the publisher sleeps or after it has ended. A reader that
 *       joins has the newest window at once. If a reader is lost without being closed, the next reader that joins gets
 *       its memory.
 *   <li>The memory is {@code K * (readers + 1) + 1} states, and one more while an amendment needs it.
 *   <li>The cost of a state follows the bodies that change. What is not written stays as it was.
 * </ul>
 *
 * <h2>How it works: a triple buffer of windows</h2>
 *
 * <p>A <i>buffer slot</i> is the memory for one state. (A slot without this word is the number of a body.)
 *
 * <p>A reader shows the simulation with a delay of one gap plus D. Its picture never freezes while
 *
 * <pre>
 *   Lmax &lt;= D &lt;= (K - 2) * gap / scale + Lmin
 *
 *   L      lateness: the wall time from when a state was due until it was published; Lmin and Lmax bound it
 *   D      the reader's allowed lateness: how late a state may be without a visible effect
 *   gap    the simulation time between neighbouring states
 *   scale  the time scale: simulation time per wall time
 * </pre>
 *
 * <p>So a window of two states is smooth only if L never varies. A window of four tolerates two gaps of variation, and
 * is the default of a publisher. In this picture, the physics thread is writing the state of tick 18:
 *
 * <pre>
 *   slot           0     1     2     3     4     5
 *   its tick    [ 17 ][ 14 ][ 18 ][ 15 ][ 16 ][    ]   the physics thread writes each state once, in place
 *   window      0 4 3 1                                one long of slot numbers, newest first: ticks 17, 16, 15, 14
 *   mailboxes   [window]  [TAKEN]  [window]            one for each reader: a window to take, or TAKEN
 * </pre>
 *
 * <p>Each reader has a <i>seat</i> in the buffer's list, and each seat has a mailbox. Publish is
 * {@code old = mailbox.getAndSet(window)} for each seat. Acquire first loads the mailbox. If a window is there, it does
 * {@code window = mailbox.getAndSet(TAKEN)}. The publisher may get {@code TAKEN} back. Then the reader has taken the
 * window that the previous publish left there, and has released the window that it held before.
 *
 * <h2>What is not written stays as it was</h2>
 *
 * <p>Most bodies of most worlds rest, so the cost of a state follows the bodies that change. A <i>block</i> is
 * 64 adjacent slots. Each block of a state has a version, a number that the publisher never uses for two contents of
 * that block. (An edition counts the contents that one tick has had; the {@linkplain State#life life} of a slot changes
 * with each of its bodies.)
 *
 * <ol>
 *   <li>The writer marks which bodies have a new position, orientation or channel value.
 *   <li>When the state is complete, the publisher gives each block with a mark, a spawn, a removal or a teleport a new
 *       version. It notes which bodies these are, as a bit for each. It remembers these bits for the last 16 states.
 *   <li>The next state is written over an older one. The publisher compares the versions of the older and the newest
 *       state. Where a block has two different versions, it copies from the newest state what has changed since and is
 *       not written now. The union of the remembered bits says which bodies these are. If they are many, or if the
 *       older state is too old, it copies the whole block.
 *   <li>The finite check looks at single values when they are written, and at ranges when the state is complete. The
 *       hash remembers the version of each block that it has seen, and looks only at blocks with another version.
 *       Readers skip blocks in the same way, and look only at the changed bodies of a block with few of them.
 * </ol>
 *
 * <p>Bodies that move together are best in adjacent slots. The pose of a body lies in seven arrays, so a body that
 * moves alone takes seven cache lines of each state.
 *
 * <p>A state may be written and not published: its tick was only hashed, or a value in it was not finite. The next
 * state goes on with the same memory, so nothing that was written is lost. If an amendment comes in between, the state
 * under way is put aside, in one state beyond those of the slots, and comes back with the next {@code begin}.
 *
 * <p>Only the block's own bits decide what is copied, so this adds no access to shared memory, and the guarantees above
 * stay as they are: the publisher reads the newest state, which only it writes, and writes the slot that is free.
 *
 * <h2>Positions in doubles</h2>
 *
 * <p>{@link StateLayout#doublePositions()} replaces the three arrays of floats by three of doubles. Nothing else
 * changes: positions are one kind of value, with versions of its own, and are copied, checked and hashed like the
 * others. Rejected: both kinds of arrays in each state, because every tick would write both, and a reader of the floats
 * would not notice that they are too coarse. {@link State#x()} throws instead.
 *
 * <h2>Attached bodies</h2>
 *
 * <p>The pose of an {@linkplain Bodies#attach attached} body is relative to its parent. Which bodies are attached, and
 * to which, is one immutable object, to which each state refers. So states without a change share it, a state is never
 * half changed, and a world without attachments pays for one reference. Attaching or detaching a body changes its
 * block, as a teleport does, so readers that skip settled blocks notice it. The hash of a state has the parents.
 *
 * <p>Rejected: an array of parents in each state. It costs 4 bytes for each body of every state, and most worlds have
 * no attached body, or few. Also rejected: poses in the world for attached bodies, too, from which a reader computes
 * the relative ones. Then a rider must be written in every tick, and its place on the ship has the rounding of the
 * world's coordinates.
 *
 * <h2>Why the guarantees hold</h2>
 *
 * <p>In this list, a slot is a buffer slot.
 *
 * <ol>
 *   <li><b>Wait-free.</b> Publish is one exchange for each reader; acquire is one load and at most one exchange.
 *       Neither retries. The search for a free slot takes a time that the number of readers bounds.
 *   <li><b>Whole.</b> A reader finds every state of its window completely written. The publisher's writes to a slot
 *       come before its exchange in program order. The reader's exchange reads what that exchange wrote. Both exchanges
 *       are volatile, so the writes happen before the reads.
 *   <li><b>Untouched.</b> No slot is written while a reader may look at it. A reader looks at the window that it took
 *       last. The publisher records for each reader the window that the reader is known to hold. It never writes a slot
 *       of such a window, or of the newest window. There is one window that a reader may hold without the publisher's
 *       knowledge: the newest one. For if the reader had taken an older window, the next publish would have got
 *       {@code TAKEN} back, and would have recorded it. The reader's last look at its window comes before its next
 *       exchange in program order. That exchange wrote {@code TAKEN}, which the publisher's exchange reads. So the
 *       reader's last look happens before every later write.
 *   <li><b>Never out of slots.</b> The busy slots are the K of the newest window and at most K for each reader. The
 *       publisher needs one more to write to, so {@code K * (readers + 1) + 1} slots are enough, however long a reader
 *       sleeps. For K = 1 and one reader that is three: the classic triple buffer.
 *   <li><b>Never backwards, nothing lost.</b> Between two publishes, each mailbox holds the newest window or
 *       {@code TAKEN}. A reader that finds {@code TAKEN} holds the newest window already. Each window that is put into
 *       a mailbox is newer than those before.
 *   <li><b>Linked.</b> The next older state in a window is the state that was written before, and each state has the
 *       tick of that predecessor. So a reader notices a tick that was not written.
 *   <li><b>Joining.</b> A reader that joins has the newest window at once, whether the publisher runs, sleeps or has
 *       ended. Only the joiner pays for it. The first seat is permanent, so every publish exchanges with its mailbox.
 *       <pre>
 *         joiner                                              publish
 *     1   adds its seat to the list                           stores the newest window (release)
 *     2   exchanges with the first seat's mailbox,            exchanges with the first seat's mailbox
 *         and leaves its content as it is
 *     3   reads the newest window (acquire)                   reads the list of seats
 *     4   offers that window in its own mailbox
 *       </pre>
 *       <p>Both exchanges of step 2 are on the same mailbox, so one is the second. That thread sees all that the other
 *       thread did before its own exchange. If the joiner comes first, the publish finds the seat in its step 3, and
 *       knows from then on what the new reader can hold. If the publish comes first, the joiner finds its window or a
 *       newer one in step 3. The slots of that window are not written until a later publish has ended, and that later
 *       publish finds the seat. Step 4 is a compare-and-set, which fails if a publish has filled the mailbox before.
 *       Rejected: a second exchange or a fence in publish, because every publish would pay for it.
 *   <li><b>Leaving.</b> A reader removes its seat from the list after it has last looked at a state. So if a publish no
 *       longer finds the seat, the reader holds nothing. A reader that leaves the first seat returns its window to the
 *       mailbox, for the next reader on that seat, unless a newer window is there.
 *   <li><b>Garbage without leaving.</b> A reader whose handle is garbage takes no more windows. But its thread may look
 *       at the states of its last window for as long as it likes, so these must never be written again. The next joiner
 *       frees the seat:
 *       <pre>
 *     1   joiner      finds that the handle is garbage
 *     2   joiner      leaves a note for the publisher, a <i>renewal</i>: the last window, and a new State
 *                   object for each of its slots
 *     3   joiner      removes the seat from the list
 *     4   publisher   reads the list, and no longer finds the seat
 *     5   publisher   takes all renewals
 *     6   publisher   puts the new object into a slot of the last window before it next writes the slot
 *       </pre>
 *       <p>Up to step 4 the publisher does not write these slots, because the reader still counts. Step 2 comes before
 *       step 3, so in step 5 it finds the renewal. All that the reader's thread did with the handle happens before step
 *       1. Each method of the handle ends with a fence, which keeps the handle reachable until then. Only later can the
 *       collector find that the handle is garbage, and only after that does the joiner learn of it.
 *       <p>The first seat stays in the list, so steps 3 and 4 differ for it. In step 3 the joiner replaces the list by
 *       an equal copy, which a publisher can tell from the old one, and then fills the mailbox as a leaving reader
 *       does. In step 4, a publish gets back a window from that mailbox, not {@code TAKEN}. It reads the list after
 *       that exchange, so it finds the new list, and takes the renewal.
 *   <li><b>Ended threads.</b> A handle belongs to one thread. After that thread has ended, the next thread that uses
 *       the handle becomes its owner, by a compare-and-set of the owner. If the buffer is full, a joiner takes over
 *       such a handle in the same way, and closes it. The joiner has seen the thread's end, so all reads of that thread
 *       came before. If another thread has just taken over the handle, the joiner's compare-and-set fails. While there
 *       is room, a joiner takes over no handle: a host may render each frame on another thread, so the owner of a
 *       handle in use may have ended.
 *   <li><b>Memory.</b> A reader brings the K slots that it needs. The first publish after it has left frees K slots.
 *       Only the slots of the first seat stay.
 *   <li><b>Amending.</b> The newest state can be published again with a new {@link io.github.freestep.time.TimeAnchor},
 *       which says how fast simulation time runs from now on. It then takes the place of the original in the window. So
 *       readers learn of a pause between ticks in the same way as they learn of a tick. While time is paused, a state
 *       with other content can take its place as well, with the next edition. Rejected: to publish it as a further
 *       state of the same time. A few such states would push all others out of the window, and after the pause nothing
 *       would be left to interpolate.
 * </ol>
 *
 * <p>An exchange with acquire and release semantics alone would be enough on both sides. Java has none, so both sides
 * use the volatile one. On x86 that costs nothing more, and on ARM at most a barrier.
 *
 * <h2>How this is verified</h2>
 *
 * <p>A model of the protocol runs its steps in every possible order, and fails for each faulty variant of the protocol
 * that was planted. The model does not cover weak memory. For that, jcstress runs the real classes, and also a variant
 * with plain accesses, which must fail. jcstress was run on x86 only, where weaker memory orders compile to the same
 * instructions. So jcstress cannot show that an order is too weak for another processor, such as ARM. That all orders
 * are strong enough there, only the list above proves. A stress run compares every float of every window. A seeded test
 * writes random parts of random states, and compares what readers find with a copy of all values that was made when the
 * state was published.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>A lock, or a read-write lock: a reader that is preempted inside stops the simulation.
 *   <li>A sequence lock: the reader must copy each state, and retries for as long as the writer is faster.
 *   <li>A volatile reference to a fresh snapshot: correct and short, but megabytes of garbage a second.
 *   <li>A queue of states: a reader that sleeps fills it, and then the writer waits or a state is dropped.
 *   <li>A triple buffer of single states, of which the reader keeps copies: the reader copies everything. Whenever two
 *       ticks fall between two frames, it loses a state, and the picture stutters.
 *   <li>Removing the seat of a garbage reader without renewal: its thread may still hold a state, or an array, without
 *       the handle, and would see it change.
 *   <li>Keeping the slots of a garbage reader forever: they would fill the buffer.
 *   <li>A stamp in each slot, which the reader checks after reading: it detects torn states, but does not prevent them.
 * </ul>
 */
package io.github.freestep.state;
