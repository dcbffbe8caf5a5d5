// Shared by the boxes and the ground: sunlight, shadows, and haze.
uniform vec3 eye;
uniform vec3 sun;
uniform mat4 shade;
uniform sampler2DShadow shadows;
uniform float reach;

const vec3 HORIZON = vec3(0.83, 0.87, 0.90);

float lit(vec3 at) {
    vec3 place = (shade * vec4(at, 1.0)).xyz * 0.5 + 0.5;
    if (any(lessThan(place, vec3(0.0))) || any(greaterThan(place, vec3(1.0)))) {
        return 1.0;
    }
    float texel = 1.0 / float(textureSize(shadows, 0).x);
    float sum = 0.0;
    for (int i = 0; i < 4; i++) {
        vec2 aside = (vec2(i & 1, i >> 1) - 0.5) * 1.5 * texel;
        sum += texture(shadows, vec3(place.xy + aside, place.z));
    }
    return sum * 0.25;
}

vec3 hazed(vec3 colour, vec3 at) {
    float far = length(at - eye) / (12.0 * reach);
    return mix(colour, HORIZON, 1.0 - exp(-far * far));
}
