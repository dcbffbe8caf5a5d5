package io.github.freestep.physics.physx;

import physx.physics.PxFilterFlagEnum;
import physx.physics.PxFilterObjectFlagEnum;
import physx.physics.PxPairFlagEnum;
import physx.support.PassThroughFilterShaderImpl;

/**
 * Decides which shapes collide. As in physx-jni's own filter, word 0 of a shape's filter data holds its groups and word
 * 1 the groups that it collides with; two shapes collide if either names a group of the other. Unlike there, a shape
 * without filter data collides with all, and contacts are reported. Called once for each pair that comes close;
 * allocates nothing.
 */
final class PhysxFilter extends PassThroughFilterShaderImpl {
    private final int contact = PxPairFlagEnum.eCONTACT_DEFAULT.value
            | PxPairFlagEnum.eNOTIFY_TOUCH_FOUND.value
            | PxPairFlagEnum.eNOTIFY_CONTACT_POINTS.value;
    private final int trigger = PxPairFlagEnum.eTRIGGER_DEFAULT.value;
    private final int triggers = PxFilterObjectFlagEnum.eTRIGGER.value;
    private final int collide = PxFilterFlagEnum.eDEFAULT.value;
    private final int ignore = PxFilterFlagEnum.eSUPPRESS.value;

    @Override
    public int filterShader(
            int attributesA,
            int groupsA,
            int maskA,
            int word2A,
            int word3A,
            int attributesB,
            int groupsB,
            int maskB,
            int word2B,
            int word3B) {
        boolean anything = (groupsA | maskA) == 0 || (groupsB | maskB) == 0;
        if (!anything && (groupsA & maskB) == 0 && (groupsB & maskA) == 0) {
            return ignore;
        }
        setOutputPairFlags(((attributesA | attributesB) & triggers) != 0 ? trigger : contact);
        return collide;
    }
}
