package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.ContactManifold;
import com.github.stephengold.joltjni.CustomContactListener;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.SubShapeIdPair;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EBodyType;
import com.github.stephengold.joltjni.enumerate.EStateRecorderState;
import com.github.stephengold.joltjni.enumerate.ValidateResult;
import io.github.freestep.physics.engines.Touches;
import io.github.freestep.state.State;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports pairs of bodies that begin or stop touching. Jolt reports pairs of shapes: up to 2 cm before they touch,
 * before its solver has run, and on any of the threads that step. So this class counts the shapes of each pair of
 * bodies, and reports after the step, in the order of the bodies' numbers, which is the same for any number of threads
 * and after a restore.
 *
 * <p>Jolt drops the contacts of bodies that have fallen asleep. Such a pair still touches, until one of its bodies is
 * awake and Jolt has found no contact.
 */
class JoltContacts extends CustomContactListener {
    private static final int ACCEPT = ValidateResult.AcceptAllContactsForThisBodyPair.ordinal();

    /** The depth from which on bodies count as touching, in metres. Jolt lets resting bodies sink in by up to 2 cm. */
    private static final float TOUCHING = -0.0005f;

    /** How far apart bodies may be of which Jolt makes a contact, in metres. */
    static final float CLOSE = 0.02f;

    private final JoltSystem jolt;
    private final BodyIds ids;
    private final Touches touches;
    private Pairs pairs = new Pairs();
    private final Solved solved = new Solved();
    private final Consumer<Pair> wake = this::wake;
    private final List<Pair> candidates = new ArrayList<>();
    private final List<Pair> gone = new ArrayList<>();
    private final List<Pair> saved = new ArrayList<>();

    /** The pairs that last, for one call of {@link #forEach}. */
    private final Pairs lasting = new Pairs();

    private final List<Pair> pushed = new ArrayList<>();

    /** Whether {@link #pairs} are those of the world, which they are only while somebody reads contacts. */
    private boolean isCurrent;

    /** Whether Jolt calls this listener. */
    private boolean isSet;

    /** The number of pairs that Jolt has contacts of and that do not touch yet. */
    private int close;

    private int dormant;

    /**
     * The addresses of the bodies of these pairs, so that Jolt need not be asked for the numbers of the bodies of each
     * contact that lasts. A pair enters {@link #closeNext} in each step in which Jolt reports it, and leaves with it.
     */
    private KeyFilter closeNow = new KeyFilter();

    private KeyFilter closeNext = new KeyFilter();

    /** For tests: the number of contacts that last of which a pair was looked up. */
    int lookedUp;

    /** The keys of the candidates. */
    private final KeyFilter wanted = new KeyFilter();

    private final @Nullable ContactRule rule;
    private final JoltContact contact;
    private final ContactVisitor begin;

    /** What the rule has thrown in this step. It must not leave a callback. */
    private @Nullable Throwable failure;

    JoltContacts(JoltSystem jolt, BodyIds ids, Touches touches, @Nullable ContactRule rule) {
        this.jolt = jolt;
        this.ids = ids;
        this.touches = touches;
        this.rule = rule;
        contact = new JoltContact(ids);
        begin = touches::contactBegin;
    }

    /** Finds out who reads contacts in the step that begins. A rule needs the calls of Jolt in any case. */
    void beforeStep() {
        boolean areRead = touches.areRead();
        if (areRead && !isCurrent) {
            findTouching();
        } else if (!areRead && isCurrent) {
            forget();
        }
        isCurrent = areRead;
        KeyFilter last = closeNow;
        closeNow = closeNext;
        closeNext = last;
        closeNext.clear();
        if (isSet != (areRead || rule != null)) {
            isSet = !isSet;
            jolt.listen(isSet);
        }
    }

    /**
     * Notes the pairs that touch before anybody has read contacts. They end without an event. Jolt has no contacts of
     * bodies that sleep, so their pairs begin when one of them wakes.
     */
    private void findTouching() {
        SavedPairs found = new SavedPairs(ids.room());
        try {
            int length = jolt.save(EStateRecorderState.Contacts);
            found.readTouching(jolt.saved, length);
        } catch (IOException e) {
            throw otherLayout(e);
        }
        found.readNothing();
        adopt(found);
    }

    private void forget() {
        pairs.clear();
        forgetClose();
        dormant = 0;
        gone.clear();
        candidates.clear();
    }

    private void forgetClose() {
        close = 0;
        closeNow.clear();
        closeNext.clear();
    }

    private static long addresses(long body1, long body2) {
        return 31 * body1 + body2;
    }

    /** Returns whether the contact will be solved, as the rule wants. */
    private boolean isSolved(long body1, long body2, long manifold, long settings, boolean isNew) {
        if (rule == null || failure != null) {
            return true;
        }
        contact.set(body1, body2, manifold, settings, isNew);
        boolean isSensor = contact.isIgnored();
        try {
            rule.apply(contact);
        } catch (Throwable e) {
            failure = e;
        }
        return isSensor || !contact.isIgnored();
    }

    @Override
    public int onContactValidate(long body1, long body2, double x, double y, double z, long result) {
        return ACCEPT;
    }

    @Override
    public void onContactAdded(long body1, long body2, long manifold, long settings) {
        boolean isSolved = isSolved(body1, body2, manifold, settings, true);
        if (!isCurrent) {
            return;
        }
        Body first = new Body(body1);
        Body second = new Body(body2);
        long key = Pair.key(first.getId(), second.getId());
        float depth = new ContactManifold(manifold).getPenetrationDepth();
        Pair pair = pairs.find(key);
        if (pair == null) {
            pair = pairs.add(key);
            pair.slot1 = ids.slot(pair.id1());
            pair.slot2 = ids.slot(pair.id2());
            pair.isFirstSensor = first.isSensor();
            pair.isSensor = pair.isFirstSensor || second.isSensor();
            pair.depth = depth;
            close++;
        }
        if (!pair.hasBegun) {
            closeNext.add(addresses(body1, body2));
        }
        pair.depth = Math.max(pair.depth, depth);
        if (pair.isDormant) {
            pair.isDormant = false;
            dormant--;
        }
        pair.manifolds++;
        if (!pair.hasBegun && isSolved) {
            // How fast they approach is not known yet.
            candidate(pair);
            // For a contact that was found along the way of a fast body: Jolt solves it without keeping a point.
            pair.fastNormal.set(new ContactManifold(manifold).getWorldSpaceNormal());
        }
    }

    @Override
    public void onContactPersisted(long body1, long body2, long manifold, long settings) {
        boolean isSolved = isSolved(body1, body2, manifold, settings, false);
        long bodies = addresses(body1, body2);
        // A contact may also last that has come in this step, if Jolt finds it again along the way of a fast body.
        if (close == 0 || !closeNow.mayHave(bodies) && !closeNext.mayHave(bodies)) {
            return;
        }
        lookedUp++;
        Pair pair = pairs.find(Pair.key(new Body(body1).getId(), new Body(body2).getId()));
        if (pair == null || pair.hasBegun) {
            return;
        }
        closeNext.add(bodies);
        float depth = new ContactManifold(manifold).getPenetrationDepth();
        // Whether they touch before the end of this step if they approach twice as fast as in the last one.
        if (isSolved && depth + 2 * (depth - pair.depth) >= TOUCHING) {
            candidate(pair);
        }
        pair.depth = depth;
    }

    @Override
    public void onContactRemoved(long shapes) {
        if (!isCurrent) {
            return;
        }
        SubShapeIdPair ids = new SubShapeIdPair(shapes);
        Pair pair = pairs.find(Pair.key(ids.getBody1Id(), ids.getBody2Id()));
        if (pair != null && --pair.manifolds == 0) {
            gone.add(pair);
        }
    }

    private void candidate(Pair pair) {
        if (pair.isCandidate) {
            return;
        }
        pair.isCandidate = true;
        pair.impulse = 0;
        pair.most = -1;
        candidates.add(pair);
    }

    /** Reports what has begun and ended in the step. */
    void afterStep() {
        if (failure != null) {
            Throwable thrown = failure;
            failure = null;
            throw JoltCalls.unchecked(thrown);
        }
        if (dormant > 0 && jolt.system.getNumActiveBodies(EBodyType.RigidBody) > 0) {
            pairs.forEach(wake);
        }
        endGone();
        if (candidates.size() > 0) {
            begin();
        }
    }

    /** Ends a pair of which a body is awake, and which Jolt has not found again. */
    private void wake(Pair pair) {
        if (pair.isDormant && (isDead(pair) || isAwake(pair))) {
            pair.isDormant = false;
            dormant--;
            gone.add(pair);
        }
    }

    private void endGone() {
        gone.sort(Pair.BY_BODIES);
        for (int i = 0; i < gone.size(); i++) {
            Pair pair = gone.get(i);
            boolean isDead = isDead(pair);
            if (pair.hasBegun && !isDead && !isAwake(pair)) {
                pair.isDormant = true;
                dormant++;
                continue;
            }
            if (!isDead) {
                end(pair);
            }
            if (!pair.hasBegun) {
                close--;
            }
            pairs.remove(pair);
        }
        gone.clear();
    }

    private void end(Pair pair) {
        if (!pair.hasBegun) {
            return;
        }
        if (pair.isSensor) {
            touches.sensorEnd(sensor(pair), visitor(pair));
        } else {
            touches.contactEnd(pair.slot1, pair.slot2);
        }
    }

    private static int sensor(Pair pair) {
        return pair.isFirstSensor ? pair.slot1 : pair.slot2;
    }

    private static int visitor(Pair pair) {
        return pair.isFirstSensor ? pair.slot2 : pair.slot1;
    }

    /** Returns whether a body was removed. The world has then ended the pair. */
    private boolean isDead(Pair pair) {
        return pair.slot1 != State.NO_SLOT && ids.slot(pair.id1()) != pair.slot1
                || pair.slot2 != State.NO_SLOT && ids.slot(pair.id2()) != pair.slot2;
    }

    private boolean isAwake(Pair pair) {
        return jolt.bodies.isActive(pair.id1()) || jolt.bodies.isActive(pair.id2());
    }

    private void begin() {
        candidates.sort(Pair.BY_BODIES);
        boolean hasSolids = false;
        for (int i = 0; i < candidates.size(); i++) {
            hasSolids |= !candidates.get(i).isSensor;
        }
        boolean areSolidsRead = touches.areContactsRead();
        if (hasSolids && areSolidsRead) {
            wanted.clear();
            for (int i = 0; i < candidates.size(); i++) {
                wanted.add(candidates.get(i).key);
            }
            readSolved(solved);
        }
        for (int i = 0; i < candidates.size(); i++) {
            Pair pair = candidates.get(i);
            pair.isCandidate = false;
            if (pair.isSensor) {
                begun(pair);
                touches.sensorBegin(sensor(pair), visitor(pair), Double.NaN, Double.NaN, Double.NaN);
            } else if (!areSolidsRead) {
                // Without its impulse, it is not known whether a pair that is only close has been pushed apart.
                if (pair.depth >= TOUCHING) {
                    begun(pair);
                }
            } else if (pair.impulse > 0 || pair.depth >= TOUCHING) {
                begun(pair);
                pass(pair, begin);
            }
        }
        candidates.clear();
    }

    private void begun(Pair pair) {
        pair.hasBegun = true;
        close--;
    }

    /** Reads what the solver has done. */
    private void readSolved(Solved into) {
        try {
            int length = jolt.save(EStateRecorderState.Contacts);
            JoltBytes.readContacts(jolt.saved, length, JoltRuntime.calls().frictionOfManifold(), into);
        } catch (IOException e) {
            throw otherLayout(e);
        }
    }

    private static UncheckedIOException otherLayout(IOException cause) {
        return new UncheckedIOException(
                "this version of Jolt does not keep contacts as the versions do that this adapter reads; use jolt-jni "
                        + JoltCalls.TESTED + ", with which it was tested",
                cause);
    }

    /** Adds up the impulses of the candidates, and takes the point of each that has the largest one. */
    private class Solved implements JoltBytes.Contacts {
        private @Nullable Pair pair;
        private float nx;
        private float ny;
        private float nz;

        @Override
        public boolean pair(int id1, int id2, int manifolds) {
            pair = manifolds > 0 ? find(id1, id2) : null;
            return pair != null;
        }

        @Nullable Pair find(int id1, int id2) {
            long key = Pair.key(id1, id2);
            Pair found = wanted.mayHave(key) ? pairs.find(key) : null;
            return found != null && found.isCandidate ? found : null;
        }

        @Override
        public void manifold(float x, float y, float z) {
            nx = x;
            ny = y;
            nz = z;
        }

        @Override
        public void point(float x, float y, float z, float impulse) {
            pair.impulse += impulse;
            if (impulse > pair.most) {
                pair.most = impulse;
                pair.normal.set(nx, ny, nz);
                pair.point.set(x, y, z);
            }
        }
    }

    /**
     * Passes all pairs that the solver has pushed apart in the last step. They depend on nothing but Jolt's own state,
     * because in a match, all worlds must find the same ones, whoever reads events.
     */
    void forEach(ContactVisitor to) {
        lasting.clear();
        pushed.clear();
        readSolved(new Lasting());
        pushed.sort(Pair.BY_BODIES);
        for (int i = 0; i < pushed.size(); i++) {
            Pair pair = pushed.get(i);
            if (pair.impulse > 0) {
                pass(pair, to);
            }
        }
    }

    /** Takes all pairs, but not those of a body that was removed since the step, whose contacts Jolt still has. */
    private final class Lasting extends Solved {
        @Override
        @Nullable Pair find(int id1, int id2) {
            if (!jolt.bodies.isAdded(id1) || !jolt.bodies.isAdded(id2)) {
                return null;
            }
            Pair found = lasting.add(Pair.key(id1, id2));
            found.slot1 = ids.slot(id1);
            found.slot2 = ids.slot(id2);
            found.impulse = 0;
            found.most = -1;
            pushed.add(found);
            return found;
        }
    }

    /** Passes a contact. Jolt's normal points to the second body. */
    private void pass(Pair pair, ContactVisitor to) {
        Vec3 normal = pair.fastNormal;
        double x = Double.NaN;
        double y = Double.NaN;
        double z = Double.NaN;
        float impulse = Float.NaN;
        if (pair.most >= 0) {
            Quat turn = jolt.bodies.getRotation(pair.id2());
            RVec3 centre = jolt.bodies.getCenterOfMassPosition(pair.id2());
            normal = pair.normal;
            normal.rotateInPlace(turn);
            pair.point.rotateInPlace(turn);
            x = centre.xx() + pair.point.getX();
            y = centre.yy() + pair.point.getY();
            z = centre.zz() + pair.point.getZ();
            impulse = pair.impulse;
        }
        int sign = pair.slot1 >= pair.slot2 ? -1 : 1;
        to.contact(
                Math.max(pair.slot1, pair.slot2),
                Math.min(pair.slot1, pair.slot2),
                x,
                y,
                z,
                sign * normal.getX(),
                sign * normal.getY(),
                sign * normal.getZ(),
                impulse);
    }

    /** Writes what Jolt's own contacts do not say about pairs, if somebody reads contacts. */
    void save(DataOutput out) throws IOException {
        out.writeBoolean(isCurrent);
        if (!isCurrent) {
            return;
        }
        saved.clear();
        pairs.forEach(this::special);
        saved.sort(Pair.BY_BODIES);
        out.writeInt(saved.size());
        for (int i = 0; i < saved.size(); i++) {
            SavedPairs.write(saved.get(i), out);
        }
    }

    private void special(Pair pair) {
        if ((!pair.hasBegun || pair.isDormant || pair.isSensor) && !isDead(pair)) {
            saved.add(pair);
        }
    }

    /**
     * Continues with the pairs of another world, when all its bodies are there. Pairs that do not touch there end.
     * Pairs that touch there begin no more: they have begun before.
     */
    void restore(SavedPairs from) {
        if (isCurrent || from.wereRead) {
            adopt(from);
        }
    }

    private void adopt(SavedPairs from) {
        Pairs before = pairs;
        pairs = from.exchange(before);
        forgetClose();
        dormant = 0;
        gone.clear();
        candidates.clear();
        isCurrent = true;
        pairs.forEach(from.wereRead ? this::adopt : this::adoptUnread);
        gone.forEach(pairs::remove);
        gone.clear();
        before.forEach(this::lost);
        gone.sort(Pair.BY_BODIES);
        gone.forEach(this::end);
        gone.clear();
    }

    /** Takes over a pair, but not one of a body that was removed since the last step. Jolt still has contacts of it. */
    private void adopt(Pair pair) {
        if (!jolt.bodies.isAdded(pair.id1()) || !jolt.bodies.isAdded(pair.id2())) {
            gone.add(pair);
            return;
        }
        pair.slot1 = ids.slot(pair.id1());
        pair.slot2 = ids.slot(pair.id2());
        if (!pair.hasBegun) {
            close++;
            closeNext.add(
                    addresses(jolt.body(pair.id1()).va(), jolt.body(pair.id2()).va()));
        }
        dormant += pair.isDormant ? 1 : 0;
    }

    /** Adopts a pair of a world that has not noted which bodies are sensors. */
    private void adoptUnread(Pair pair) {
        if (jolt.bodies.isAdded(pair.id1()) && jolt.bodies.isAdded(pair.id2())) {
            pair.isFirstSensor = jolt.body(pair.id1()).isSensor();
            pair.isSensor = pair.isFirstSensor || jolt.body(pair.id2()).isSensor();
            pair.hasBegun |= pair.isSensor;
        }
        adopt(pair);
    }

    private void lost(Pair before) {
        Pair now = pairs.find(before.key);
        if (before.hasBegun && !isDead(before) && (now == null || !now.hasBegun)) {
            gone.add(before);
        }
    }

    /** For systems that step with several threads, any of which reports contacts. */
    static final class Shared extends JoltContacts {
        Shared(JoltSystem jolt, BodyIds ids, Touches touches, @Nullable ContactRule rule) {
            super(jolt, ids, touches, rule);
        }

        @Override
        public synchronized void onContactAdded(long body1, long body2, long manifold, long settings) {
            super.onContactAdded(body1, body2, manifold, settings);
        }

        @Override
        public synchronized void onContactPersisted(long body1, long body2, long manifold, long settings) {
            super.onContactPersisted(body1, body2, manifold, settings);
        }

        @Override
        public synchronized void onContactRemoved(long shapes) {
            super.onContactRemoved(shapes);
        }
    }
}
