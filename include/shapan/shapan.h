/* shapan/shapan.h - the whole core API. SPDX-License-Identifier: Apache-2.0 */
#ifndef SHAPAN_SHAPAN_H
#define SHAPAN_SHAPAN_H
#include "shapan/base.h"
#include "shapan/calc.h"
#include "shapan/calc_battle.h"
#include "shapan/calc_health.h"
#include "shapan/calc_repute.h"
#include "shapan/calc_supply.h"
#include "shapan/event.h"
#include "shapan/model.h"
#include "shapan/order.h"
#include "shapan/record.h"
#include "shapan/scenario.h"
#include "shapan/supply.h"
#include "shapan/trace.h"
#include "shapan/view.h"
#include "shapan/world.h"
#endif
