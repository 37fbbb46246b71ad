/* SPDX-License-Identifier: Apache-2.0 */
/* Meshes: their text, ranks and groups. */
#include "ops/mesh.h"

#include "unit.h"

static void texts(void **state) {
    (void)state;
    Mesh m;
    assert_null(mesh_parse(&m, "data=4,model=2"));
    assert_int_equal(m.n, 2);
    assert_int_equal(m.ranks, 8);
    assert_int_equal(m.axes[1].size, 2);
    assert_int_equal(m.axes[1].name.len, 5);
    assert_null(mesh_parse(&m, "  data_1 = 4 ,\tm=3  "));
    assert_int_equal(m.ranks, 12);
    assert_int_equal(m.axes[0].name.len, 6);
    assert_null(mesh_parse(&m, ""));
    assert_int_equal(m.ranks, 1);
    assert_null(mesh_parse(&m, "a=1048576"));
    static const char *const wrong[] = {
        "data",
        "data=",
        "=2",
        "data=0",
        "data=-1",
        "4",
        "data=2,",
        ",data=2",
        "a=2,a=2",
        "a=2 b=2",
        "a=2;b=2",
        "a=1048577",
        "a=2,b=99999999999999999999999",
        "a=1024,b=1025",
        "a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1",
    };
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++) assert_non_null(mesh_parse(&m, wrong[i]));
}

/* Every rank is at its place in its group, and a group's places are ranks that rise. */
static void groups(void **state) {
    (void)state;
    static const char *const names[] = {"a", "b", "c"};
    Mesh m;
    assert_null(mesh_parse(&m, "a=2,b=3,c=4"));
    for (unsigned set = 0; set < 8; set++) {
        IrAttr items[3];
        uint32_t n = 0, size = 1;
        for (uint32_t i = 3; i-- > 0;) {
            if (!(set >> i & 1)) continue;
            items[n++] = (IrAttr){.kind = IR_ATTR_STRING, .s = names[i]};
            size *= m.axes[i].size;
        }
        const IrAttr axes = {.kind = IR_ATTR_LIST, .n = n, .items = items};
        MeshGroup group;
        const char *name;
        assert_true(mesh_group(&m, &axes, &group, &name));
        assert_int_equal(group.size, size);
        for (uint32_t rank = 0; rank < m.ranks; rank++) {
            const uint32_t place = mesh_place(&m, &group, rank);
            assert_true(place < size);
            assert_int_equal(mesh_member(&m, &group, rank, place), rank);
            for (uint32_t k = 0; k < size; k++) {
                const uint32_t member = mesh_member(&m, &group, rank, k);
                assert_int_equal(mesh_place(&m, &group, member), k);
                if (k) assert_true(mesh_member(&m, &group, rank, k - 1) < member);
                /* nothing but the group's axes differs: row by row, the last axis fastest */
                const uint32_t at[3] = {rank / 12, rank / 4 % 3, rank % 4},
                               to[3] = {member / 12, member / 4 % 3, member % 4};
                for (int i = 0; i < 3; i++) assert_true((set >> i & 1) || at[i] == to[i]);
            }
        }
    }
}

static void names_of_axes(void **state) {
    (void)state;
    Mesh m;
    MeshGroup group;
    const char *name = NULL;
    assert_null(mesh_parse(&m, "data=2,model=3"));
    assert_true(mesh_group(&m, &(IrAttr){.kind = IR_ATTR_NONE}, &group, &name));
    assert_int_equal(group.size, 6);
    const IrAttr items[] = {{.kind = IR_ATTR_STRING, .s = "model"},
                            {.kind = IR_ATTR_STRING, .s = "mode"}};
    const IrAttr axes = {.kind = IR_ATTR_LIST, .n = 2, .items = items};
    assert_false(mesh_group(&m, &axes, &group, &name));
    assert_string_equal(name, "mode");
}

UNIT_MAIN(UNIT(texts), UNIT(groups), UNIT(names_of_axes))
